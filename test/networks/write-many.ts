import { once } from "node:events";
import { createFileNetworkStorage } from "../../src/networks/state-file.ts";
import { recordingLogger } from "./harness.ts";

/** A process that changes its own networks, one after the other, in a state file that others write, too. */
const [path = "", name = "", count = "0"] = process.argv.slice(2);
const file = createFileNetworkStorage({ path, log: recordingLogger(), countFailure: () => undefined });
await file.load();
process.stdout.write("ready\n");
await once(process.stdin, "data");
for (let number = 0; number < Number(count); number += 1) {
  await file.save(`${name}-${number}`, { enabled: true });
}
await file.close();
