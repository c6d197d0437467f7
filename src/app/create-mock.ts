import type { RawJson } from "../json/raw-json.ts";
import { methodPlans } from "./method-plans.ts";

/** What answers in place of upstreams. Loaded only with --mock, since its library is slow to load. */
export async function createMock(document: RawJson) {
  const { createExampleAnswers } = await import("../mock/example-answers.ts");
  const { mockHandlers, mockUpstreams } = await import("../mock/mock-upstreams.ts");
  const answers = createExampleAnswers(document.toString());
  return {
    handlers: mockHandlers(methodPlans, answers),
    upstreams: mockUpstreams(methodPlans, answers),
  };
}
