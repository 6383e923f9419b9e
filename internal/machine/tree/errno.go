package tree

// Errno is a failure of a file operation, named as in Linux. Error gives the text that glibc's strerror prints.
type Errno uint8

// The failures that the machine's kernel reports.
const (
	OK Errno = iota
	EPERM
	ENOENT
	ESRCH
	EINTR
	EIO
	ENXIO
	E2BIG
	ENOEXEC
	EBADF
	ECHILD
	EAGAIN
	ENOMEM
	EACCES
	EBUSY
	EEXIST
	EXDEV
	ENODEV
	ENOTDIR
	EISDIR
	EINVAL
	ENFILE
	EMFILE
	ENOTTY
	ETXTBSY
	EFBIG
	ENOSPC
	ESPIPE
	EROFS
	EMLINK
	EPIPE
	EDOM
	ERANGE
	ENAMETOOLONG
	ENOTEMPTY
	ELOOP
	ENOTSUP
	EDQUOT
	EOVERFLOW
	EILSEQ
	ENETUNREACH
)

var errnoText = [...]string{
	OK: "Success", EPERM: "Operation not permitted", ENOENT: "No such file or directory", ESRCH: "No such process",
	EINTR: "Interrupted system call", EIO: "Input/output error", ENXIO: "No such device or address",
	E2BIG: "Argument list too long", ENOEXEC: "Exec format error", EBADF: "Bad file descriptor",
	ECHILD: "No child processes", EAGAIN: "Resource temporarily unavailable", ENOMEM: "Cannot allocate memory",
	EACCES: "Permission denied", EBUSY: "Device or resource busy", EEXIST: "File exists",
	EXDEV: "Invalid cross-device link", ENODEV: "No such device", ENOTDIR: "Not a directory", EISDIR: "Is a directory",
	EINVAL: "Invalid argument", ENFILE: "Too many open files in system", EMFILE: "Too many open files",
	ENOTTY: "Inappropriate ioctl for device", ETXTBSY: "Text file busy", EFBIG: "File too large",
	ENOSPC: "No space left on device", ESPIPE: "Illegal seek", EROFS: "Read-only file system", EMLINK: "Too many links",
	EPIPE: "Broken pipe", EDOM: "Numerical argument out of domain", ERANGE: "Numerical result out of range",
	ENAMETOOLONG: "File name too long", ENOTEMPTY: "Directory not empty", ELOOP: "Too many levels of symbolic links",
	ENOTSUP: "Operation not supported", EDQUOT: "Disk quota exceeded",
	EOVERFLOW:   "Value too large for defined data type",
	EILSEQ:      "Invalid or incomplete multibyte or wide character",
	ENETUNREACH: "Network is unreachable",
}

// Error returns glibc's text for the failure.
func (e Errno) Error() string {
	if int(e) < len(errnoText) && errnoText[e] != "" {
		return errnoText[e]
	}
	return "Unknown error"
}
