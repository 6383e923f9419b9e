package gnu

// CoreutilsVersion returns what a program of GNU coreutils 9.1 prints for --version, without the final newline. Authors is the
// last line or lines, without the final full stop.
func CoreutilsVersion(name, authors string) string {
	return name + " (GNU coreutils) 9.1" + licenseNote + "\n\nWritten by " + authors + "."
}

const licenseNote = `
Copyright (C) 2022 Free Software Foundation, Inc.
License GPLv3+: GNU GPL version 3 or later <https://gnu.org/licenses/gpl.html>.
This is free software: you are free to change and redistribute it.
There is NO WARRANTY, to the extent permitted by law.`
