import { resolveSchema } from "../contract.ts";
import { isObject } from "../json-value.ts";
import type { Rule } from "../rule.ts";

/** What a method says about itself in several fields agrees. */
export const behaviour: Rule = function* ({ contract }) {
  for (const method of contract.methods) {
    const { name: subject, effect, tool, cache, wrapped, result } = method;
    const isRead = effect === "read" || effect === "simulate";
    if (tool !== undefined && tool.readOnly !== isRead) {
      const message = `is ${tool.readOnly}, but x-effect is ${JSON.stringify(effect)}`;
      yield { subject, path: "x-tool.readOnly", message };
    }
    if (effect !== "read" && cache.class !== "never") {
      const message = `is ${JSON.stringify(cache.class)}, but only answers of reads may be kept: "never"`;
      yield { subject, path: "x-cache.class", message };
    }
    if ((cache.class === "pinned") !== (cache.pin !== undefined)) {
      const message = 'stands with the class "pinned" and with no other';
      yield { subject, path: "x-cache.pin", message };
    }
    const { merge } = method;
    if (merge !== undefined) {
      const into = contract.methods.find(({ name }) => name === merge.into);
      if (effect !== "read" || into?.effect !== "read") {
        const message = `is ${JSON.stringify(merge.into)}: a read is merged into a read of the document, and nothing else is`;
        yield { subject, path: "x-merge.into", message };
      }
    }
    const { live } = method;
    if (live !== undefined) {
      const { subscription } = contract.methods.find(({ name }) => name === live.subscribe) ?? {};
      if (subscription?.polledAs !== "account" || effect !== "read") {
        const message = `is ${JSON.stringify(live.subscribe)}: a read is answered from accounts, which a subscription of accounts follows`;
        yield { subject, path: "x-live.subscribe", message };
      }
      const read = contract.methods.find(({ name }) => name === live.read);
      if (read?.live?.asks !== "list") {
        const message = `is ${JSON.stringify(live.read)}: accounts are read by a method that takes a list of them`;
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
