import { categories } from "../../src/contract/method-description.ts";
import { isObject, ownMember } from "../contract/json-value.ts";
import { forEachMethod } from "./rule.ts";

const always = ["tags", "summary", "description", "result", "examples", "x-kind", "x-effect", "x-cache"];

const byKind = {
  ledger: ["x-origin", "x-tool"],
  network: ["x-tool"],
  subscribe: ["x-subscription"],
  unsubscribe: ["x-subscription"],
} as const;

/** Every method has the fields that its kind requires. */
export const methodFields = forEachMethod(function* ({ kind }, _input, written) {
  for (const key of [...always, ...byKind[kind]]) {
    const value = ownMember(written, key);
    const isEmpty = value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
    if (isEmpty)
      yield {
        path: key,
        message: `is missing; every ${always.includes(key) ? "" : `${kind} `}method has it`,
      };
  }
  // On a parameter, x-aliases may be an object.
  if (isObject(ownMember(written, "x-aliases")))
    yield { path: "x-aliases", message: "must be a list of names on a method" };
  const tool = ownMember(written, "x-tool");
  if (isObject(tool) && ownMember(tool, "title") === undefined)
    yield { path: "x-tool.title", message: "is missing; every method with x-tool has it" };
});

/** The first tag of every method is one of the categories. */
export const methodCategories = forEachMethod(function* ({ category }) {
  if (categories.some((name) => name === category)) return;
  const message = `is ${JSON.stringify(category)}; use one of ${categories.join(", ")}`;
  yield { path: "tags[0]", message };
});
