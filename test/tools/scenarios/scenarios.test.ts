import { expect } from "chai";
import { createAssistant } from "./assistant.ts";
import { scenarios } from "./scenarios.ts";

describe("tasks of a careful assistant", () => {
  let assistant: Awaited<ReturnType<typeof createAssistant>>;
  before(async () => {
    assistant = await createAssistant();
  });
  after(() => assistant.close());

  it("are thirty", () => {
    expect(scenarios).to.have.length(30);
  });

  for (const { task, tokens, run } of scenarios) {
    it(`${task} (at most ${Math.floor(tokens)} tokens)`, async () => {
      assistant.spent();
      await run(assistant);
      expect(assistant.spent().tokens).to.be.within(1, tokens);
    });
  }
});
