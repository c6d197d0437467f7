import { expect } from "chai";
import { RememberedClients } from "../../../src/upstream/node/remembered-clients.ts";

describe("the clients that a network remembers", () => {
  it("are 10,000 at most; the least recently used is evicted first", () => {
    const clients = new RememberedClients(() => 1);
    const all = Array.from({ length: 10_000 }, (_, index) => clients.ofAddress(`client ${index}`));
    expect(clients.ofAddress("client 0")).to.equal(all[0]);
    clients.ofAddress("one more");
    expect(clients.ofAddress("client 0")).to.equal(all[0]);
    expect(clients.ofAddress("client 2")).to.equal(all[2]);
    expect(clients.ofAddress("client 1")).to.not.equal(all[1]);
  });
});
