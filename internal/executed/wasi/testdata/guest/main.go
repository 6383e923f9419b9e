// Command guest does what its first argument says; the test compiles it to WebAssembly.
package main

import (
	"crypto/rand"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

func main() {
	switch os.Args[1] {
	case "args":
		fmt.Printf("%q %s %s\n", os.Args[1:], os.Getenv("X"), os.Getenv("HOME"))
	case "upper":
		b, err := io.ReadAll(os.Stdin)
		check(err)
		fmt.Print(strings.ToUpper(string(b)))
	case "line":
		b := make([]byte, 2)
		n, err := os.Stdin.Read(b)
		check(err)
		fmt.Printf("%q\n", b[:n])
	case "cat":
		b, err := os.ReadFile(os.Args[2])
		check(err)
		os.Stdout.Write(b)
	case "files":
		check(os.MkdirAll("/home/user/a/b", 0o755))
		check(os.WriteFile("/home/user/a/f", []byte("one\n"), 0o644))
		f, err := os.OpenFile("/home/user/a/f", os.O_APPEND|os.O_WRONLY, 0)
		check(err)
		_, err = f.WriteString("two\n")
		check(err)
		check(f.Close())
		check(os.Rename("/home/user/a/f", "/home/user/a/b/g"))
		check(os.Symlink("b/g", "/home/user/a/l"))
		b, err := os.ReadFile("/home/user/a/l")
		check(err)
		entries, err := os.ReadDir("/home/user/a")
		check(err)
		fmt.Printf("%q %v\n", b, entries)
	case "sleep":
		start := time.Now()
		time.Sleep(50 * time.Minute)
		fmt.Println(start.UTC().Format(time.RFC3339), time.Since(start).Round(time.Second))
	case "chance":
		b := make([]byte, 8)
		_, err := rand.Read(b)
		check(err)
		fmt.Printf("%x\n", b)
	case "exit":
		os.Exit(7)
	case "loop":
		for {
		}
	case "print":
		for {
			fmt.Println(strings.Repeat("x", 1000))
		}
	case "memory":
		var all [][]byte
		for {
			all = append(all, make([]byte, 16<<20))
			fmt.Fprint(io.Discard, all)
		}
	}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
