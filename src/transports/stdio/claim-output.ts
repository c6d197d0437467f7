import { Writable } from "node:stream";

/**
 * Reserves standard output for the protocol. Anything else that the process writes there later (a library's notice, a console.log)
 * goes to standard error, since one stray line would break the client's parsing.
 */
export function claimOutput(stdout: NodeJS.WriteStream, stderr: NodeJS.WriteStream): Writable {
  const write = stdout.write.bind(stdout) as (chunk: Buffer, done: (fault?: Error | null) => void) => boolean;
  const claimed = new Writable({
    decodeStrings: true,
    write: (chunk: Buffer, _encoding, done) => {
      write(chunk, done);
    },
  });
  stdout.on("error", (fault) => claimed.destroy(fault));
  stdout.on("close", () => claimed.destroy());
  stdout.write = stderr.write.bind(stderr) as NodeJS.WriteStream["write"];
  return claimed;
}
