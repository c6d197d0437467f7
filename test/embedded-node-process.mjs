import { createRequire } from "node:module";

const { Surfnet } = createRequire(import.meta.url)("surfpool-sdk-linux-x64-gnu");

// One embedded node, until the process that started this one ends it or is gone itself.
const node = Surfnet.startWithConfig({ offline: true });
setInterval(() => node.drainEvents(), 250);
process.on("disconnect", () => process.exit());
process.send({ rpcUrl: node.rpcUrl, wsUrl: node.wsUrl, payerSecretKey: node.payerSecretKey });
