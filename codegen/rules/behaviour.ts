import { resolveSchema } from "../contract/contract.ts";
import { isObject } from "../contract/json-value.ts";
import { forEachMethod } from "./rule.ts";

/** Related fields of a method agree. */
export const behaviour = forEachMethod(function* (method, { contract }) {
  const { effect, tool, cache, isWrapped, result, merge } = method;
  const isRead = effect === "read" || effect === "simulate";
  if (tool !== undefined && tool.readOnly !== isRead) {
    const message = `is ${tool.readOnly}, but x-effect is ${JSON.stringify(effect)}`;
    yield { path: "x-tool.readOnly", message };
  }
  if (effect !== "read" && cache.class !== "never") {
    const message = `is ${JSON.stringify(cache.class)}, but only answers to reads may be kept; use "never"`;
    yield { path: "x-cache.class", message };
  }
  if (cache.seconds !== undefined && cache.class !== "node") {
    yield { path: "x-cache.seconds", message: 'belongs to the class "node", and only to it' };
  }
  if (merge !== undefined) {
    const into = contract.methods.find(({ name }) => name === merge.into);
    if (effect !== "read" || into?.effect !== "read") {
      const message = `is ${JSON.stringify(merge.into)}: only reads can be answered by one call, and only by a read of the document`;
      yield { path: "x-merge.into", message };
    }
  }
  const { properties } = resolveSchema(contract, result);
  if (isWrapped && !(isObject(properties) && Object.hasOwn(properties, "value"))) {
    yield { path: "result.schema", message: 'must be an object with "value", since x-wrapped is true' };
  }
});

/** Classes whose answers outlive the slot of their context, which would then look current. */
const longClasses: readonly string[] = ["epoch", "static"];

/** An answer with a context is cached for the slot that it names. */
export const keptContexts = forEachMethod(function* ({ cache, result }, { contract }) {
  const { required } = resolveSchema(contract, result);
  if (!longClasses.includes(cache.class)) return;
  if (!Array.isArray(required) || !required.includes("context")) return;
  const message = `is ${JSON.stringify(cache.class)}, but the answer names the slot of its state in its context; use "head"`;
  yield { path: "x-cache.class", message };
});
