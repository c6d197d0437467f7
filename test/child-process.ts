import { type ChildProcess, type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import type { Socket } from "node:net";

/** A process that tests of this file started. */
interface Watched {
  readonly command: string;
  readonly child: ChildProcess;
  /** What it has said so far. */
  readonly said: () => string;
}

let watched: Watched[] = [];

/** How much of what a program said a failing test shows. */
const shownLines = 15;

/**
 * Ends a process with the file of the test that started it: after the tests, whatever came of them, or when this process is gone,
 * however it ended. A test that fails shows the last lines that `said` returns.
 */
export function watchChild<Child extends ChildProcess>(child: Child, said = () => ""): Child {
  watched.push({ command: child.spawnargs.join(" "), child, said });
  if (child.pid !== undefined) {
    watchPid(child.pid);
    child.once("exit", () => tellGuard(`- ${child.pid}`));
  }
  return child;
}

/** The same for a process that is no child of this one. */
export function watchPid(pid: number): void {
  tellGuard(`+ ${pid}`);
}

/** Reads which processes run, and ends those that are left when this process no longer writes. */
const guardScript = `
running=" "
while read -r change pid; do
  case "$change" in
    +) running="$running$pid " ;;
    -) running="\${running%% $pid *} \${running#* $pid }" ;;
  esac
done
for pid in $running; do kill -KILL "$pid"; done 2>/dev/null
`;

let guard: ChildProcessByStdio<Socket, null, null> | undefined;

function tellGuard(line: string): void {
  guard ??= startGuard();
  guard.stdin.write(`${line}\n`);
}

function startGuard(): ChildProcessByStdio<Socket, null, null> {
  // A group of its own: what ends the group of the tests must not end it too.
  const started = spawn("sh", ["-c", guardScript], { stdio: ["pipe", "ignore", "ignore"], detached: true });
  const stdin = started.stdin as Socket;
  stdin.on("error", () => undefined);
  started.unref();
  stdin.unref();
  return started as ChildProcessByStdio<Socket, null, null>;
}

function isRunning({ exitCode, signalCode, pid }: ChildProcess): boolean {
  return pid !== undefined && exitCode === null && signalCode === null;
}

/** The last lines of each program that said something, newest program first. */
function lastWords(): string {
  const words = watched.flatMap(({ command, said }) => {
    const lines = said().trimEnd().split("\n").slice(-shownLines);
    return lines.join("") === "" ? [] : [`\n${command}\nsaid last:\n  ${lines.join("\n  ")}`];
  });
  return words.slice(-3).reverse().join("\n");
}

/** Shows what the programs of a failing test said, and ends those that a file leaves behind. */
export const mochaHooks = {
  afterEach(this: Mocha.Context): void {
    const { state, err } = (this.currentTest ?? {}) as { state?: string; err?: Error };
    if (state !== "failed" || err === undefined) return;
    const words = lastWords();
    if (words === "") return;
    const { message, stack = "" } = err;
    err.message = `${message}\n${words}\n`;
    err.stack = stack.replace(message, () => err.message);
  },

  async afterAll(): Promise<void> {
    const left = watched.filter(({ child }) => isRunning(child)).map(({ child }) => child);
    watched = [];
    // All at once: while one is waited for, another may end by itself.
    await Promise.all(
      left.map((child) => {
        const ended = once(child, "exit");
        child.kill("SIGKILL");
        return ended;
      }),
    );
  },
};
