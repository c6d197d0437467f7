import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../package-root.ts";

/** What the document says about a method, in a line and in whole. */
export interface MethodText {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
}

let texts: ReadonlyMap<string, MethodText> | undefined;

/** The document's text about the method that makes a subscription; it is not a tool, so the generated texts lack it. */
export function subscriptionText(subscribe: string): MethodText | undefined {
  texts ??= new Map(readTexts().map((text) => [text.name, text]));
  return texts.get(subscribe);
}

function readTexts(): readonly MethodText[] {
  const document = JSON.parse(readFileSync(join(packageRoot, "openrpc.json"), "utf8"));
  return document.methods;
}
