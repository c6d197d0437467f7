import type { MemoryAnswers } from "../../gateway/memory-answers.ts";
import type { ToolServer } from "./tool-server.ts";

/** The one method whose answers come from the gateway, which admits them itself. */
const callMethod = "tools/call";

/** Makes everything that the tool protocol answers from memory cost its caller points, by size. */
export function withMemoryCharges(tools: ToolServer, memory: MemoryAnswers): ToolServer {
  return {
    ...tools,
    call(message) {
      const { request, scope } = message;
      if (request.method === callMethod || request.id === undefined) return tools.call(message);
      return memory.answer(scope.caller, `${request.method} ${request.params}`, () => tools.call(message));
    },
  };
}
