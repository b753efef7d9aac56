/* Runs a program and makes file-changing system calls in a folder fail, or sends a signal to the program there. Calls of all
   threads are counted together, in the order in which the kernel reports them (seccomp user notification, Linux 5.8).

       faults REPORT FOLDER FAULT FIRST LAST PROGRAM ARGUMENT...

   FAULT is ENOSPC, EIO, KILL, INT, TERM, USR1 or none, for the calls from FIRST, which counts from 1, to LAST. REPORT gets one
   line for each call: its name, and its file. The status is the program's, 137 if it was killed. */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* A system call, and the argument that is its file: an open one, or a path (after a folder's descriptor, if it has one). */
enum { NONE = -1 };
static const struct call {
    int number, descriptor, path;
    const char *name;
} CALLS[] = {
#define CALL(name, descriptor, path) {__NR_##name, descriptor, path, #name}
    CALL(openat, 0, 1), CALL(write, 0, NONE), CALL(pwrite64, 0, NONE), CALL(writev, 0, NONE), CALL(sendfile, 0, NONE),
    CALL(copy_file_range, 2, NONE), CALL(fsync, 0, NONE), CALL(fdatasync, 0, NONE), CALL(ftruncate, 0, NONE),
    CALL(fallocate, 0, NONE), CALL(fchmod, 0, NONE), CALL(fchmodat, 0, 1), CALL(renameat, 2, 3), CALL(renameat2, 2, 3),
    CALL(linkat, 2, 3), CALL(symlinkat, 1, 2), CALL(unlinkat, 0, 1), CALL(mkdirat, 0, 1),
#ifdef __NR_open /* older architectures have these too */
    CALL(open, NONE, 0), CALL(creat, NONE, 0), CALL(chmod, NONE, 0), CALL(rename, NONE, 1), CALL(link, NONE, 1),
    CALL(symlink, NONE, 1), CALL(unlink, NONE, 0), CALL(rmdir, NONE, 0), CALL(mkdir, NONE, 0),
#endif
};
enum { N_CALLS = sizeof CALLS / sizeof *CALLS };

static const struct fault {
    const char *name;
    int error, signal;
} FAULTS[] = {
    {"none", 0, 0},       {"ENOSPC", ENOSPC, 0}, {"EIO", EIO, 0},       {"KILL", 0, SIGKILL},
    {"INT", 0, SIGINT},   {"TERM", 0, SIGTERM},  {"USR1", 0, SIGUSR1},
};
enum { N_FAULTS = sizeof FAULTS / sizeof *FAULTS };

static void require(int holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "faults: %s: %s\n", what, strerror(errno));
        exit(125);
    }
}

/* Has the kernel report the calls of this process and its children; the descriptor that they are read from. */
static int report_calls(void) {
    struct sock_filter filter[N_CALLS * 2 + 2];
    int length = 0;
    filter[length++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
    for (int i = 0; i < N_CALLS; i++) {
        filter[length++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, CALLS[i].number, 0, 1);
        filter[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF);
    }
    filter[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    struct sock_fprog program = {.len = length, .filter = filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
        return -1;
    return syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
}

/* The file of a call, with its whole path. */
static void file_of(const struct call *call, const struct seccomp_notif *asked, char path[4096]) {
    char name[64], text[2048] = "";
    if (call->path != NONE) {
        snprintf(name, sizeof name, "/proc/%d/mem", asked->pid);
        int memory = open(name, O_RDONLY | O_CLOEXEC);
        ssize_t length = pread(memory, text, sizeof text - 1, asked->data.args[call->path]);
        text[length > 0 ? length : 0] = 0;
        close(memory);
    }
    if (text[0] == '/') {
        snprintf(path, 4096, "%s", text);
        return;
    }
    int folder = call->descriptor == NONE ? AT_FDCWD : (int)asked->data.args[call->descriptor];
    snprintf(name, sizeof name, folder == AT_FDCWD ? "/proc/%d/cwd" : "/proc/%d/fd/%d", asked->pid, folder);
    ssize_t length = readlink(name, path, 2000);
    length = length > 0 ? length : 0;
    snprintf(path + length, 2050, call->path == NONE ? "%s" : "/%s", text);
}

/* Whether a call changes something below the folder. */
static int changes(const struct call *call, const struct seccomp_notif *asked, const char *path, const char *folder) {
    int flags = call->number == __NR_openat ? (int)asked->data.args[2] : O_WRONLY;
#ifdef __NR_open
    if (call->number == __NR_open)
        flags = (int)asked->data.args[1];
#endif
    return (flags & (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC)) && !strncmp(path, folder, strlen(folder));
}

int main(int n_arguments, char **arguments) {
    require(n_arguments > 6, "arguments");
    const char *folder = arguments[2];
    const struct fault *fault = FAULTS;
    while (strcmp(fault->name, arguments[3]))
        require(++fault < FAULTS + N_FAULTS, arguments[3]);
    long first = atol(arguments[4]), last = atol(arguments[5]), n_calls = 0;
    FILE *report = fopen(arguments[1], "w");
    require(report != NULL, arguments[1]);
    int *listener = mmap(NULL, sizeof *listener, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    require(listener != MAP_FAILED, "mmap");
    /* Open files are shared until the program starts, so that the listener is this process's too. */
    pid_t child = syscall(__NR_clone, CLONE_FILES | SIGCHLD, 0, 0, 0, 0);
    require(child >= 0, "clone");
    if (child == 0) {
        *listener = report_calls();
        if (*listener >= 0)
            execv(arguments[6], arguments + 6);
        _exit(126);
    }
    int status;
    /* The descriptor is there before the first call is made. */
    while (!*(volatile int *)listener && !waitpid(child, &status, WNOHANG))
        sched_yield();
    require(*listener > 0, "seccomp");
    struct pollfd waiting = {.fd = *listener, .events = POLLIN};
    while (poll(&waiting, 1, -1) >= 0 && !(waiting.revents & POLLHUP)) {
        struct seccomp_notif asked = {0};
        if (ioctl(*listener, SECCOMP_IOCTL_NOTIF_RECV, &asked))
            continue;
        struct seccomp_notif_resp answer = {.id = asked.id, .flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE};
        const struct call *call = CALLS;
        while (call->number != asked.data.nr)
            call++;
        char path[4096] = "";
        file_of(call, &asked, path);
        if (changes(call, &asked, path, folder)) {
            fprintf(report, "%s %s\n", call->name, path);
            n_calls++;
            if (n_calls >= first && n_calls <= last && fault->signal)
                kill(child, fault->signal);
            if (n_calls >= first && n_calls <= last && fault->error) {
                answer.flags = 0;
                answer.error = -fault->error;
            }
        }
        /* A process that was killed meanwhile needs no answer. */
        ioctl(*listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
    }
    fclose(report);
    require(waitpid(child, &status, 0) == child, "waitpid");
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
