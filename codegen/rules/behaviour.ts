import { resolveSchema } from "../contract/contract.ts";
import { isObject } from "../contract/json-value.ts";
import type { Rule } from "./rule.ts";

/** Related fields of a method agree. */
export const behaviour: Rule = function* ({ contract }) {
  for (const method of contract.methods) {
    const { name: subject, effect, tool, cache, isWrapped, result } = method;
    const isRead = effect === "read" || effect === "simulate";
    if (tool !== undefined && tool.readOnly !== isRead) {
      const message = `is ${tool.readOnly}, but x-effect is ${JSON.stringify(effect)}`;
      yield { subject, path: "x-tool.readOnly", message };
    }
    if (effect !== "read" && cache.class !== "never") {
      const message = `is ${JSON.stringify(cache.class)}, but only answers to reads may be kept; use "never"`;
      yield { subject, path: "x-cache.class", message };
    }
    if (cache.seconds !== undefined && cache.class !== "node") {
      yield { subject, path: "x-cache.seconds", message: 'belongs to the class "node", and only to it' };
    }
    const { merge } = method;
    if (merge !== undefined) {
      const into = contract.methods.find(({ name }) => name === merge.into);
      if (effect !== "read" || into?.effect !== "read") {
        const message = `is ${JSON.stringify(merge.into)}: only reads can be answered by one call, and only by a read of the document`;
        yield { subject, path: "x-merge.into", message };
      }
    }
    const { properties } = resolveSchema(contract, result);
    if (isWrapped && !(isObject(properties) && Object.hasOwn(properties, "value"))) {
      yield {
        subject,
        path: "result.schema",
        message: 'must be an object with "value", since x-wrapped is true',
      };
    }
  }
};

/** Classes whose answers outlive the slot of their context, which would then look current. */
const longClasses: readonly string[] = ["epoch", "static"];

/** An answer with a context is cached for the slot that it names. */
export const keptContexts: Rule = function* ({ contract }) {
  for (const { name: subject, cache, result } of contract.methods) {
    const { required } = resolveSchema(contract, result);
    if (!longClasses.includes(cache.class)) continue;
    if (!Array.isArray(required) || !required.includes("context")) continue;
    const message = `is ${JSON.stringify(cache.class)}, but the answer names the slot of its state in its context; use "head"`;
    yield { subject, path: "x-cache.class", message };
  }
};
