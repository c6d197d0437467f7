import {
  type CallReport,
  type ClientReport,
  type LimitReport,
  mostTries,
  promptArguments,
  scriptCalls,
} from "./client-script.ts";

/** What the clients of both generations of the SDK have alike. */
export interface ScriptedClient {
  getServerVersion(): { name: string } | undefined;
  getInstructions(): string | undefined;
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<object>;
  readResource(params: { uri: string }): Promise<{ contents: object[] }>;
  getPrompt(params: { name: string; arguments: Record<string, string> }): Promise<{ messages: object[] }>;
  complete(params: {
    ref: { type: "ref/resource"; uri: string };
    argument: { name: string; value: string };
  }): Promise<{ completion: { values: string[] } }>;
}

/** Runs the script with a connected client. `asked` is filled by the client's elicitation handler. */
export async function runScript(
  client: ScriptedClient,
  version: string,
  asked: readonly string[],
): Promise<ClientReport> {
  const listed = await client.listTools();
  const calls: CallReport[] = [];
  for (const call of scriptCalls) calls.push(await reportCall(client, call));
  const page = await client.readResource({ uri: "svm-gateway://methods/getSlot" });
  const prompt = await client.getPrompt({ name: "explain-account", arguments: promptArguments });
  const { completion } = await client.complete({
    ref: { type: "ref/resource", uri: "svm-gateway://methods/{method}" },
    argument: { name: "method", value: "getblockc" },
  });
  return {
    version,
    server: client.getServerVersion()?.name ?? "",
    instructions: client.getInstructions() ?? "",
    tools: listed.tools.map(({ name }) => name),
    calls,
    page: (page.contents as { text: string }[]).map(({ text }) => text),
    prompt: JSON.stringify(prompt.messages),
    completed: completion.values,
    asked,
  };
}

/** Calls until a call is refused, then until one is answered again. */
export async function runPastLimit(client: ScriptedClient): Promise<LimitReport> {
  const slot = { name: "getSlot", arguments: {} };
  const until = async (isError: boolean) => {
    for (let tries = 0; tries < mostTries; tries += 1) {
      const report = await reportCall(client, slot);
      if (report.isError === isError) return report;
    }
    throw new Error(`${mostTries} calls, none of which ${isError ? "was refused" : "was answered"}`);
  };
  const refused = await until(true);
  const answered = await until(false);
  return { refused: refused.error ?? refused.texts.join(), answered: answered.texts.join() };
}

async function reportCall(
  client: ScriptedClient,
  call: { name: string; arguments: Record<string, unknown> },
): Promise<CallReport> {
  try {
    const { content, isError } = (await client.callTool(call)) as {
      content: { text: string }[];
      isError?: boolean;
    };
    return { isError: isError === true, texts: content.map(({ text }) => text) };
  } catch (caught) {
    return { isError: true, texts: [], error: String(caught) };
  }
}
