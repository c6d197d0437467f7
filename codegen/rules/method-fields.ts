import { categories } from "../../src/contract/method-description.ts";
import { isObject, ownMember } from "../contract/json-value.ts";
import type { Rule } from "./rule.ts";

const always = ["tags", "summary", "description", "result", "examples", "x-kind", "x-effect", "x-cache"];

const byKind = {
  ledger: ["x-origin", "x-tool"],
  network: ["x-tool"],
  subscribe: ["x-subscription"],
  unsubscribe: ["x-subscription"],
} as const;

/** Every method has the fields that its kind requires. */
export const methodFields: Rule = function* ({ contract, methods }) {
  for (const [index, { name, kind }] of contract.methods.entries()) {
    const method = methods[index] ?? {};
    for (const key of [...always, ...byKind[kind]]) {
      const value = ownMember(method, key);
      const isEmpty = value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
      if (isEmpty)
        yield {
          subject: name,
          path: key,
          message: `is missing; every ${always.includes(key) ? "" : `${kind} `}method has it`,
        };
    }
    // On a parameter, x-aliases may be an object.
    if (isObject(ownMember(method, "x-aliases")))
      yield { subject: name, path: "x-aliases", message: "must be a list of names on a method" };
    const tool = ownMember(method, "x-tool");
    if (isObject(tool) && ownMember(tool, "title") === undefined)
      yield { subject: name, path: "x-tool.title", message: "is missing; every method with x-tool has it" };
  }
};

/** The first tag of every method is one of the categories. */
export const methodCategories: Rule = function* ({ contract }) {
  for (const { name: subject, category } of contract.methods) {
    if (categories.some((name) => name === category)) continue;
    const message = `is ${JSON.stringify(category)}; use one of ${categories.join(", ")}`;
    yield { subject, path: "tags[0]", message };
  }
};
