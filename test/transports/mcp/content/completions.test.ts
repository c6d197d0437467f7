import { expect } from "chai";
import type { NetworkStore } from "../../../../src/networks/network-store.ts";
import { Resources } from "../../../../src/transports/mcp/content/resources.ts";
import { document } from "../harness.ts";

describe("completing an argument", () => {
  it("folds the case of a long word once, not once per name", () => {
    let folded = 0;
    const word = Object.assign(new String("T"), {
      toLowerCase: () => {
        folded += 1;
        return "t";
      },
    }) as unknown as string;
    const ids = ["one", "two", "three"];
    const store = { list: () => ids.map((id) => ({ id })) } as unknown as NetworkStore;
    const ref = { type: "ref/resource", uri: "svm-gateway://networks/{network}" } as const;
    const argument = { name: "network", value: word };
    const { completion } = new Resources(document).complete({ ref, argument }, store);
    expect(completion.values).to.deep.equal(["two", "three"]);
    expect(folded).to.equal(1);
  });
});
