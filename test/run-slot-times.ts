// npm run test:slot-times: the tests over embedded ledgers, with each slot time of SLOT_TIMES. Other words go to mocha.
import { spawnSync } from "node:child_process";
import { packageRoot } from "../src/package-root.ts";

/** Milliseconds: shorter than a public network's, a public network's, and a slow local ledger's. */
const slotTimes = (process.env.SLOT_TIMES ?? "100,400,1000").split(",").map(Number);
/** A test may wait for 31 slots to be final, twice. */
const slotsOfTest = 90;
/** Not those of @solana/web3.js, whose own timers give up a nonce before a slow or fast ledger has moved it. */
const files = [
  "test/embedded-node.test.ts",
  "test/upstream/embedded-node.test.ts",
  "test/handlers/stake-activation.test.ts",
  "test/client/end-to-end.test.ts",
  "test/clients/kit.test.ts",
  "test/transports/websocket/embedded-node.test.ts",
];
const options = ["node_modules/mocha/bin/mocha.js", "--parallel", "--jobs", "4", ...process.argv.slice(2)];

for (const slotMs of slotTimes) {
  process.stdout.write(`slots of ${slotMs} ms\n`);
  const env = { ...process.env, TEST_SLOT_MS: String(slotMs) };
  const timeout = String(60_000 + slotsOfTest * slotMs);
  const { status } = spawnSync(process.execPath, [...options, "--timeout", timeout, ...files], {
    cwd: packageRoot,
    env,
    stdio: "inherit",
  });
  if (status !== 0) process.exitCode = 1;
}
