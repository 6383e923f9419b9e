package gnu

import "strings"

// Base returns the last component of a path, without slashes at its end, as gnulib's base_name: "" for one of slashes only.
func Base(path string) string {
	path = strings.TrimRight(path, "/")
	return path[strings.LastIndexByte(path, '/')+1:]
}

// Dir returns a path without its last component, as dirname prints it.
func Dir(path string) string {
	t := strings.TrimRight(path, "/")
	if t == "" {
		if path == "" {
			return "."
		}
		return "/"
	}
	i := strings.LastIndexByte(t, '/')
	if i < 0 {
		return "."
	}
	if d := strings.TrimRight(t[:i], "/"); d != "" {
		return d
	}
	return "/"
}

// Join puts a name behind a directory.
func Join(dir, name string) string {
	if dir == "" {
		return name
	}
	if dir[len(dir)-1] == '/' {
		return dir + strings.TrimLeft(name, "/")
	}
	return dir + "/" + strings.TrimLeft(name, "/")
}
