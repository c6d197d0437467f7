import { Agent, request } from "node:http";
import { expect } from "chai";
import fc from "fast-check";
import { garbageBody, markPlace } from "../garbage-bodies.ts";
import { runs } from "../property-runs.ts";
import { ScriptedUpstream } from "../upstream/harness.ts";
import { type ServedService, serveService } from "./served-service.ts";

/** test/rpc checks the rules on more bodies, without a port; these tests look for what sockets add. */
const bodies = runs(3000);
const connections = 8;

const latest: Readonly<Record<string, string>> = {
  getLatestBlockhash:
    '{"context":{"slot":1},"value":{"blockhash":"83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri","lastValidBlockHeight":9}}',
  getFeeForMessage: '{"context":{"slot":1},"value":5000}',
};

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** POSTs over a kept connection. */
function post(agent: Agent, url: string, body: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "content-length": body.length };
    const sent = request(url, { agent, method: "POST", headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
      );
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** What is wrong with an answer to garbage; undefined if nothing is. */
function errorOf({ status, text }: Answer): string | undefined {
  if (status === 204) return text === "" ? undefined : "204 with a body";
  if (status !== 200 && !(status === 404 && text.includes("Unknown network"))) return `status ${status}`;
  const parsed = JSON.parse(text) as unknown;
  const responses = Array.isArray(parsed) ? parsed : [parsed];
  if (responses.length === 0) return "an empty batch";
  return responses.map(responseFault).find((fault) => fault !== undefined);
}

function responseFault(response: unknown): string | undefined {
  if (typeof response !== "object" || response === null) return "no object";
  const { jsonrpc, id, error } = response as { jsonrpc: unknown; id: unknown; error?: { code: number } };
  if (jsonrpc !== "2.0") return "no version";
  if (id !== null && typeof id !== "string" && typeof id !== "number") return "an id that is none";
  if (Object.hasOwn(response, "error") === Object.hasOwn(response, "result"))
    return "not one of result and error";
  if (error === undefined) return undefined;
  return [-32700, -32600, -32601, -32602, -32000].includes(error.code) ? undefined : `code ${error.code}`;
}

describe("garbage over HTTP", () => {
  // It answers with what it was sent, so that an answer to another call shows; calls that translate a legacy
  // method get an answer of the right form.
  const node = new ScriptedUpstream(({ method, params }) => latest[method] ?? JSON.stringify(params ?? null));
  let served: ServedService;
  before(async () => {
    await node.start();
    served = await serveService({ one: node.url });
  });
  after(async () => {
    await served.close();
    await node.stop();
  });

  it(`gets its own valid answer ${bodies} times over ${connections} connections`, async () => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const generated = fc.sample(garbageBody, { numRuns: bodies, seed });
    const agent = new Agent({ keepAlive: true, maxSockets: connections });
    let next = 0;
    async function client(): Promise<void> {
      for (let index = next++; index < generated.length; index = next++) {
        const mark = `mark-${index}-`;
        const body = Buffer.from(
          (generated[index] ?? Buffer.alloc(0)).toString("latin1").replaceAll(markPlace, mark),
          "latin1",
        );
        const path = index % 3 === 0 ? "/networks/one" : index % 7 === 0 ? "/?network=all" : "/";
        const answer = await post(agent, served.url + path, body);
        const told = `seed ${seed}, body ${index}: ${body.toString()}\nanswer: ${answer.text}`;
        expect(errorOf(answer), told).to.equal(undefined);
        const foreign = answer.text.match(/mark-\d+-/g)?.filter((found) => found !== mark) ?? [];
        expect(foreign, told).to.deep.equal([]);
      }
    }
    try {
      await Promise.all(Array.from({ length: connections }, client));
    } finally {
      next = bodies;
      agent.destroy();
    }
    expect(({} as { polluted?: unknown }).polluted).to.equal(undefined);
    expect(await served.post("/", '{"jsonrpc":"2.0","id":1,"method":"getSlot"}')).to.contain('"result"');
  });
});
