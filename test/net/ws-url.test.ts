import { expect } from "chai";
import { wsUrlOf } from "../../src/net/urls.ts";

describe("wsUrlOf()", () => {
  const cases: [rpcUrl: string, wsUrl: string | undefined][] = [
    ["https://rpc.example.com", "wss://rpc.example.com"],
    ["http://127.0.0.1:8899", "ws://127.0.0.1:8900"],
    ["https://rpc.example.com:443/path?api-key=1:2", "wss://rpc.example.com:444/path?api-key=1:2"],
    ["HTTPS://rpc.example.com/", "wss://rpc.example.com/"],
    ["http://[::1]:8899/", "ws://[::1]:8900/"],
    ["http://[::1]", "ws://[::1]"],
    ["https://user:1234@rpc.example.com/x", "wss://user:1234@rpc.example.com/x"],
    ["https://user:1234@rpc.example.com:99", "wss://user:1234@rpc.example.com:100"],
    ["http://rpc.example.com:65535", undefined],
    ["ftp://rpc.example.com", undefined],
  ];
  for (const [rpcUrl, wsUrl] of cases) {
    it(`derives ${wsUrl ?? "nothing"} from ${rpcUrl}`, () => expect(wsUrlOf(rpcUrl)).to.equal(wsUrl));
  }
});
