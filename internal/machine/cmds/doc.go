// Package cmds holds the simulated programs that are small enough for one file each. Larger ones have packages of their own
// below this one. Each group of programs has one table, by the names that executable images carry.
package cmds
