import { expect } from "chai";
import { keyHeaders, socketWithKey, useKey } from "../../docs/shared/caller-key.ts";

describe("the key of the playground", () => {
  afterEach(() => useKey(""));

  it("is in no request until it is given", () => {
    expect(keyHeaders()).to.deep.equal({});
    expect(socketWithKey("ws://127.0.0.1:3000/")).to.equal("ws://127.0.0.1:3000/");
  });

  it("is in the headers of calls and in the addresses of sockets", () => {
    useKey(" a key ");
    expect(keyHeaders()).to.deep.equal({ authorization: "Bearer a key" });
    expect(socketWithKey("ws://127.0.0.1:3000/networks/a")).to.equal(
      "ws://127.0.0.1:3000/networks/a?api-key=a%20key",
    );
    expect(socketWithKey("ws://127.0.0.1:3000/?a=1")).to.equal("ws://127.0.0.1:3000/?a=1&api-key=a%20key");
  });
});
