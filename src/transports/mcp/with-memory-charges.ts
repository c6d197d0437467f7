import type { MemoryAnswers } from "../../gateway/memory-answers.ts";
import type { ToolServer } from "./tool-server.ts";

/** Makes everything that the tool protocol answers from memory cost its caller points, by size. */
export function withMemoryCharges(tools: ToolServer, memory: MemoryAnswers): ToolServer {
  return {
    ...tools,
    call(message) {
      const { request, scope } = message;
      if (request.id === undefined || !tools.answersFromMemory(message)) return tools.call(message);
      return memory.answer(scope.caller, `${request.method} ${request.params}`, () => tools.call(message));
    },
  };
}
