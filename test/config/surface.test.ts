import { expect } from "chai";
import { countGuideWords, listKeywords, listMetrics, listSettings } from "../../scripts/count-surface.ts";

describe("the surface of the program", () => {
  it("has at most 100 settings", () => {
    expect(listSettings()).to.have.length.at.most(100);
  });

  it("has at most 30 metrics", async () => {
    expect(await listMetrics()).to.have.length.at.most(30);
  });

  it("has at most 28 extensions of OpenRPC", () => {
    expect(listKeywords()).to.have.length.at.most(28);
  });

  it("has at most 18,000 words of guides, not counting generated tables", () => {
    const words = [...countGuideWords().values()].reduce((sum, count) => sum + count, 0);
    expect(words).to.be.at.most(18_000);
  });

  it("counts an entry that may appear in several objects once", () => {
    const settings = listSettings();
    expect(settings.filter((path) => path.endsWith("[].tier"))).to.deep.equal(["upstreams[].tier"]);
    expect(settings).to.include.members(["providers", "svm_networks.ID.upstreams", "agreement[].ask"]);
  });
});
