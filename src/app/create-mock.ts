import type { RawJson } from "../json/raw-json.ts";
import { methodPlans } from "./method-plans.ts";

/** Creates the handlers and upstreams of --mock. Their library is slow to load, so it is loaded only here. */
export async function createMock(document: RawJson) {
  const { createExampleAnswers } = await import("../mock/mock-upstreams.ts");
  const { mockHandlers, mockUpstreams } = await import("../mock/mock-upstreams.ts");
  const answers = createExampleAnswers(document.toString());
  return {
    handlers: mockHandlers(methodPlans, answers),
    upstreams: mockUpstreams(methodPlans, answers),
  };
}
