package awk_test

import (
	"fmt"
)

// arrayOps makes up operations on an array x.
func arrayOps(seed uint32) []string {
	r := func(n int) int {
		seed = seed*1664525 + 1013904223
		return int(seed>>8) % n
	}
	var ops []string
	if r(2) == 0 {
		ops = append(ops, fmt.Sprintf("s=\"a\";for(i=1;i<%d;i++)s=s \" a\";split(s,x)", []int{1, 3, 10, 100, 900}[r(5)]))
	}
	for range 1 + r(40) {
		switch r(14) {
		case 0, 1, 2:
			ops = append(ops, fmt.Sprintf("x[%d]", r(50)-5))
		case 3, 4:
			ops = append(ops, fmt.Sprintf("x[\"%s\"]", []string{"a", "b", "foo", "1", "07", fmt.Sprint("k", r(100)), fmt.Sprint(r(30))}[r(7)]))
		case 5:
			ops = append(ops, fmt.Sprintf("x[%d.5]", r(20)))
		case 6:
			ops = append(ops, fmt.Sprintf("delete x[%d]", r(40)))
		case 7:
			ops = append(ops, fmt.Sprintf("delete x[\"%s\"]", []string{"a", "foo", "1", fmt.Sprint(r(30))}[r(4)]))
		case 8:
			ops = append(ops, fmt.Sprintf("t=(%d in x)", r(40)))
		case 9:
			ops = append(ops, fmt.Sprintf("t=(\"%s\" in x)", []string{"a", "foo", "1", fmt.Sprint(r(30))}[r(4)]))
		case 10:
			ops = append(ops, "for(k in x)t++")
		case 11:
			ops = append(ops, fmt.Sprintf("for(i=%d;i<%d;i++)x[i]", r(3), []int{5, 50, 1000}[r(3)]))
		case 12:
			ops = append(ops, fmt.Sprintf("for(i=0;i<%d;i++)x[\"q\" i]", []int{5, 50, 1000}[r(3)]))
		case 13:
			ops = append(ops, "for(k in x)if(x[k]==\"z\")t++")
		}
	}
	return ops
}
