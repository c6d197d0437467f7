import { createRequire } from "node:module";

const { Surfnet } = createRequire(import.meta.url)("surfpool-sdk-linux-x64-gnu");

// One embedded node, until the process that started this one ends it or is gone itself.
const slotTimeMs = Number(process.env.TEST_SLOT_MS ?? 0);
const node = Surfnet.startWithConfig({
  offline: true,
  ...(slotTimeMs > 0 ? { slotTimeMs, blockProductionMode: "clock" } : {}),
});
setInterval(() => node.drainEvents(), 250);
process.on("disconnect", () => process.exit());
const { rpcUrl, wsUrl, payerSecretKey } = node;
process.send({ pid: process.pid, rpcUrl, wsUrl, payerSecretKey });
