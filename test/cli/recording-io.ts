import type { CommandIo } from "../../src/cli/terminal/terminal.ts";

/** The world of a command in a test, and what it wrote there. */
interface RecordingIo extends CommandIo {
  readonly written: { stdout: string; stderr: string };
}

/** A world whose outputs are kept; `isTTY` makes them a terminal. */
export function recordingIo(cwd: string, env: Record<string, string> = {}, isTTY = false): RecordingIo {
  const written = { stdout: "", stderr: "" };
  const output = (name: "stdout" | "stderr") => ({
    isTTY,
    write(text: string) {
      written[name] += text;
    },
  });
  return { cwd, env, written, stdout: output("stdout"), stderr: output("stderr") };
}

/** Runs a command line in this process. It is imported as commands are, so that both know the same classes of faults. */
export async function runCommandLine(argv: readonly string[], io: CommandIo): Promise<number> {
  return (await import("../../src/cli/run-command-line.ts")).runCommandLine(argv, io);
}
