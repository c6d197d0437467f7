/** Runs command lines one after another in this process, and prints how each ended: a start for each would take its time. */
import { runCommandLine } from "../../src/cli/run-command-line.ts";
import { recordingIo } from "./recording-io.ts";

const endings = [];
for (const line of JSON.parse(process.argv[2] ?? "[]") as string[]) {
  const io = recordingIo(process.cwd());
  const code = await runCommandLine(line.split(" "), io);
  endings.push({ code, ...io.written });
}
process.stdout.write(JSON.stringify(endings));
