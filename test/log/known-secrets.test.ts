import { expect } from "chai";
import { addSecret, hideSecrets } from "../../src/log/redact.ts";

describe("secrets in a URL", () => {
  const cases: [what: string, url: string, text: string][] = [
    ["as written", "redis://u:written%40password@redis.test", "written%40password"],
    ["without its escapes", "redis://u:escaped%40password@redis.test", "escaped@password"],
    ["that the URL parser escapes", "redis://u:parsed|password@redis.test", "parsed|password"],
    ["with a percent sign that escapes nothing", "redis://u:half%password@redis.test", "half%password"],
  ];
  for (const [what, url, text] of cases)
    it(`are hidden: a password ${what}`, () => {
      addSecret(url);
      expect(hideSecrets(`user u:${text} is refused`)).to.equal("user u:*** is refused");
    });
});
