/*
 * What tutti.libc binds. jextract.sh runs jextract on this header; the layout test compiles a program that includes it
 * and compares the compiler's sizes, offsets and constants with the Java ones.
 */
#ifndef TUTTI_LIBC_H
#define TUTTI_LIBC_H

#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <netinet/in.h>
#include <poll.h>
#include <sched.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#endif
