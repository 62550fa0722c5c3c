// The floor of floors: a small C program that starts the same shell with `vfork` and three pipes, and collects its output.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const SOURCE = String.raw`#define _GNU_SOURCE
#include <stdio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <fcntl.h>
#include <sys/wait.h>

extern char **environ;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

static void drain(int fd) {
  char space[65536];
  while (read(fd, space, sizeof space) > 0) {}
  close(fd);
}

int main(int argc, char **argv) {
  char line[16], event[1024];
  char *args[] = { argv[1], "-c", argv[2], NULL };
  memset(event, 'x', sizeof event);
  if (argc < 3) return 2;
  signal(SIGPIPE, SIG_IGN);
  while (fgets(line, sizeof line, stdin)) {
    int in[2], out[2], err[2], status;
    double start = now();
    if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC) || pipe2(err, O_CLOEXEC)) return 1;
    pid_t child = vfork();
    if (child == 0) {
      dup2(in[0], 0); dup2(out[1], 1); dup2(err[1], 2);
      execve(argv[1], args, environ);
      _exit(127);
    }
    close(in[0]); close(out[1]); close(err[1]);
    /* A command that does not read closes the pipe first. */
    if (write(in[1], event, sizeof event) < 0) {}
    close(in[1]);
    drain(out[0]); drain(err[0]);
    waitpid(child, &status, 0);
    printf("%.4f\n", now() - start);
    fflush(stdout);
  }
  return 0;
}
`;

export interface CFloor {
  /** Milliseconds of one start, from before the pipes are made until the shell is reaped. */
  measure(): Promise<number>;
  close(): void;
}

/** `null`: there is no C compiler here. */
export function cFloor(shell: string, command: string): CFloor | null {
  const folder = mkdtempSync(join(tmpdir(), 'amplifier-hooks-floor-'));
  const program = join(folder, 'floor');
  try {
    writeFileSync(join(folder, 'floor.c'), SOURCE);
    execFileSync('cc', ['-O2', '-o', program, join(folder, 'floor.c')], { stdio: 'ignore' });
  } catch {
    rmSync(folder, { recursive: true, force: true });
    return null;
  }
  const child = spawn(program, [shell, command], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async measure() {
      child.stdin.write('\n');
      return Number((await lines.next()).value);
    },
    close() {
      child.stdin.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
