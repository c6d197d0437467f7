import { expect } from "chai";
import { assemble } from "../../src/app/assemble.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { createLogger } from "../../src/log/logger.ts";
import { RpcError } from "../../src/rpc/rpc-error.ts";
import { temporaryFolder } from "../networks/harness.ts";

describe("answered errors", () => {
  it("are logged only if they are bugs in the gateway", async () => {
    const logger = createLogger({ level: "off" });
    const logged: unknown[] = [];
    logger.error = (fields: unknown) => logged.push(fields);
    const loaded = loadConfig({ flags: {}, env: {}, cwd: temporaryFolder() });
    const service = await assemble({ loaded, logger, mock: false, persist: false });
    const bug = new Error("a bug");
    service.reportError(RpcError.of("rateLimited", "Enough."));
    service.reportError(RpcError.from(bug));
    await service.close();
    expect(logged).to.deep.equal([{ err: bug }]);
  });
});
