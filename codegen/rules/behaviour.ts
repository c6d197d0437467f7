import { resolveSchema } from "../contract.ts";
import { isObject } from "../json-value.ts";
import type { Rule } from "../rule.ts";

/** The fields of a method that say the same agree. */
export const behaviour: Rule = function* ({ contract }) {
  for (const method of contract.methods) {
    const { name: subject, effect, tool, cache, wrapped, result } = method;
    const isRead = effect === "read" || effect === "simulate";
    if (tool !== undefined && tool.readOnly !== isRead) {
      const message = `is ${tool.readOnly}, but x-effect is ${JSON.stringify(effect)}`;
      yield { subject, path: "x-tool.readOnly", message };
    }
    if (effect !== "read" && cache.class !== "never") {
      const message = `is ${JSON.stringify(cache.class)}, but only answers to reads may be kept; use "never"`;
      yield { subject, path: "x-cache.class", message };
    }
    if ((cache.class === "pinned") !== (cache.pin !== undefined)) {
      const message = 'belongs to the class "pinned", and only to it';
      yield { subject, path: "x-cache.pin", message };
    }
    const { merge } = method;
    if (merge !== undefined) {
      const into = contract.methods.find(({ name }) => name === merge.into);
      if (effect !== "read" || into?.effect !== "read") {
        const message = `is ${JSON.stringify(merge.into)}: only reads can be merged, and only into a read of the document`;
        yield { subject, path: "x-merge.into", message };
      }
    }
    const { live } = method;
    if (live !== undefined) {
      const { subscription } = contract.methods.find(({ name }) => name === live.subscribe) ?? {};
      if (subscription?.polledAs !== "account" || effect !== "read") {
        const message = `is ${JSON.stringify(live.subscribe)}: it must be the subscription to an account, and the method a read`;
        yield { subject, path: "x-live.subscribe", message };
      }
      const read = contract.methods.find(({ name }) => name === live.read);
      if (read?.live?.asks !== "list") {
        const message = `is ${JSON.stringify(live.read)}: it must be a method that reads a list of accounts`;
        yield { subject, path: "x-live.read", message };
      }
    }
    const { properties } = resolveSchema(contract, result);
    if (wrapped && !(isObject(properties) && Object.hasOwn(properties, "value"))) {
      yield {
        subject,
        path: "result.schema",
        message: 'must be an object with "value", since x-wrapped is true',
      };
    }
  }
};
