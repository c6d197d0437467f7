import { statSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { bytesPerPoint } from "../../../src/gateway/gateway-answers.ts";
import { packageRoot } from "../../../src/package-root.ts";
import type { ServedGateway } from "../../gateway-process.ts";
import { startLimited, watched } from "./hostile-harness.ts";

const mebibyte = 1024 * 1024;
const documentPoints = Math.ceil(statSync(join(packageRoot, "openrpc.json")).size / bytesPerPoint);
/** What the gateway answers from memory, each the longest of its kind. */
const questions = [
  { path: "/api/mcp", call: '"method":"resources/read","params":{"uri":"svm-gateway://openrpc.json"}' },
  { path: "/api/mcp", call: '"method":"tools/list"' },
  { path: "/", call: '"method":"rpc.discover"' },
  { path: "/", call: '"method":"listSvmNetworks"' },
] as const;

function batchOf(call: string): string {
  return `[${Array.from({ length: 100 }, (_, id) => `{"jsonrpc":"2.0","id":${id},${call}}`).join(",")}]`;
}

describe("batches of calls that are answered from memory @long", () => {
  let gateway: ServedGateway;
  const start = (server: object) => async () => {
    gateway = await startLimited({ idle: "http://127.0.0.1:9" }, { server_config: server });
  };
  const ask = async (path: string, call: string): Promise<string> =>
    (await gateway.post(path, batchOf(call))).text();

  describe("with the rate limit of the defaults", () => {
    before(start({ rate_limit: { enabled: true } }));
    after(() => gateway.process.stop());

    it("are refused after a few, and answer little", async () => {
      const { result: answers } = await watched(gateway, () =>
        Promise.all([...questions, ...questions].map(({ path, call }) => ask(path, call))),
      );
      const bytes = answers.reduce((sum, text) => sum + text.length, 0);
      // Calls that run at once are admitted before the first answer is charged.
      expect(bytes).to.be.below(24 * mebibyte);
      const further = await gateway.post("/", '{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}');
      expect(further.status).to.equal(429);
    });
  });

  describe("on pages", () => {
    // One document and a point more: the second is admitted by that point, and then nothing is left.
    const points = documentPoints + 1;
    before(start({ rate_limit: { enabled: true, per_minute: points, per_second: points } }));
    after(() => gateway.process.stop());

    it("cost the same as in single calls", async () => {
      for (let count = 0; count < 2; count += 1) {
        const document = await fetch(`${gateway.url}/openrpc.json`);
        expect([document.status, (await document.text()).length > mebibyte / 4]).to.deep.equal([200, true]);
      }
      const refused = await fetch(`${gateway.url}/networks`);
      expect(refused.status).to.equal(429);
      expect(Number(refused.headers.get("retry-after"))).to.be.greaterThan(0);
      await refused.text();
    });
  });

  describe("on pages that their reader has already got", () => {
    before(start({ rate_limit: { enabled: true, per_minute: documentPoints + 3, per_second: 1000 } }));
    after(() => gateway.process.stop());

    it("cost one point each", async () => {
      const document = await fetch(`${gateway.url}/openrpc.json`);
      const etag = document.headers.get("etag") ?? "";
      await document.text();
      const again = async (tags: string) =>
        (await fetch(`${gateway.url}/openrpc.json`, { headers: { "if-none-match": tags } })).status;
      // As a cache lists several, and as a compressing proxy marks them.
      expect([await again(etag), await again(`"other", W/${etag}`)]).to.deep.equal([304, 304]);
      expect((await fetch(`${gateway.url}/networks`)).status).to.equal(200);
      expect(await again(etag)).to.equal(429);
    });
  });

  describe("for a reader of the status page", () => {
    before(start({ rate_limit: { enabled: true, per_minute: 3, per_second: 1000 } }));
    after(() => gateway.process.stop());

    it("cost one point for the page and one for each reading, which is no call", async () => {
      const ask = async (path: string) => {
        const response = await fetch(gateway.url + path);
        return { response, text: await response.text() };
      };
      const statuses: number[] = [];
      for (const path of ["/status", "/status/status.js", "/status.json"])
        statuses.push((await ask(path)).response.status);
      const { text } = await ask("/status.json");
      expect(JSON.parse(text).calls.total).to.equal(0);
      const { response } = await ask("/status.json");
      expect([...statuses, response.status]).to.deep.equal([200, 200, 200, 429]);
      expect(Number(response.headers.get("retry-after"))).to.be.greaterThan(0);
      expect((await ask("/status")).response.status).to.equal(429);
    });
  });

  describe("for a visitor of the playground, with the rate limit of the defaults", () => {
    before(start({ rate_limit: { enabled: true } }));
    after(() => gateway.process.stop());

    it("cost one point per load: the files are free", async () => {
      for (let load = 0; load < 9; load += 1) {
        for (const file of ["", "playground.js", "playground.css", "openrpc.json"]) {
          const response = await fetch(`${gateway.url}/docs/${file}`);
          await response.arrayBuffer();
          expect(response.status, file).to.not.equal(429);
        }
        expect((await fetch(`${gateway.url}/networks`)).status).to.equal(200);
      }
      const call = await gateway.post("/", '{"jsonrpc":"2.0","id":1,"method":"listSvmNetworks"}');
      expect(call.status).to.equal(200);
    });
  });

  describe("without a rate limit", () => {
    before(start({ memory_mb: 16 }));
    after(() => gateway.process.stop());

    for (const { path, call } of questions.filter(({ call }) => !/listSvm|resources/.test(call))) {
      it(`are bounded each: ${call}`, async () => {
        const { result: answers, peakMiB } = await watched(gateway, () =>
          Promise.all(Array.from({ length: 4 }, () => ask(path, call))),
        );
        for (const text of answers) {
          expect(text.length).to.be.below(mebibyte + 100 * 1024);
          expect(text).to.contain('"reason":"batch-too-large"');
        }
        expect(peakMiB).to.be.below(400);
      });
    }
  });
});
