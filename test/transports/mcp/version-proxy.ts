import { once } from "node:events";
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A server in front of a gateway that makes clients ask for a version of the tool protocol. */
interface VersionProxy {
  readonly url: string;
  /** Versions that the gateway answered `initialize` with. */
  readonly negotiated: string[];
  close(): Promise<void>;
}

/** Starts it. Everything but the version in `initialize` passes as it came, headers too. */
export async function startVersionProxy(target: string, version: string): Promise<VersionProxy> {
  const negotiated: string[] = [];
  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks)
      .toString()
      .replace(/("method":"initialize".*"protocolVersion":)"[\d-]+"/, `$1"${version}"`)
      .replace(/("protocolVersion":)"[\d-]+"(.*"method":"initialize")/, `$1"${version}"$2`);
    const { "content-length": _length, "accept-encoding": _encoding, ...headers } = request.headers;
    const onward = forward(target + (request.url ?? ""), { method: request.method ?? "POST", headers });
    onward.on("error", () => response.destroy());
    onward.end(body);
    const [answer] = await once(onward, "response");
    let text = "";
    for await (const chunk of answer) text += chunk;
    const found = /"result":\{"protocolVersion":"([\d-]+)"/.exec(text)?.[1];
    if (found !== undefined) negotiated.push(found);
    response.writeHead(answer.statusCode, { "content-type": answer.headers["content-type"] ?? "text/plain" });
    response.end(text);
  }
  // Where the gateway breaks off, the client's connection does too.
  const server = createServer(
    (request, response) => void pass(request, response).catch(() => response.destroy()),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    negotiated,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
