import { type Method, resolveSchema } from "../contract/contract.ts";
import { forEachMethod } from "./rule.ts";

/** Every field that names a parameter names a parameter of its method. */
export const namedParams = forEachMethod(function* (method, { contract }) {
  const { commitment, legacyWord } = method;
  const names = method.params.map((param) => param.name);
  for (const [path, name] of mentions(method)) {
    if (names.includes(name)) continue;
    const known = names.length === 0 ? "it has none" : `it has ${names.join(", ")}`;
    yield {
      path,
      message: `names the parameter ${JSON.stringify(name)}, which the method does not have; ${known}`,
    };
  }
  const param = method.params.find(({ name }) => name === commitment?.param);
  if (param?.place.at === "config" && param.place.field !== commitment?.field) {
    const message = `is ${JSON.stringify(commitment?.field)}, but the place of ${param.name} is ${JSON.stringify(param.place.field)}`;
    yield { path: "x-commitment.field", message };
  }
  if (legacyWord === undefined) return;
  const word = method.params.find(({ place }) => place.at === "config" && place.field === legacyWord.field);
  if (word === undefined || !Array.isArray(resolveSchema(contract, word.schema).enum)) {
    const message = `is ${JSON.stringify(legacyWord.field)}, which is not the place of a parameter with a list of words`;
    yield { path: "x-config.word", message };
  }
});

function mentions(method: Method): readonly (readonly [path: string, name: string])[] {
  const { commitment, cache, exactlyOneOf = [], atLeastOneOf = [], refuses = [] } = method;
  return [
    ...(commitment === undefined ? [] : [["x-commitment.param", commitment.param] as const]),
    ...(cache.pin === undefined ? [] : [["x-cache.pin.param", cache.pin.param] as const]),
    ...exactlyOneOf.map((name) => ["x-alternatives.exactlyOneOf", name] as const),
    ...refuses.flatMap(({ when }, index) =>
      Object.keys(when).map((name) => [`x-refuses[${index}].when`, name] as const),
    ),
    ...atLeastOneOf.map((name) => ["x-alternatives.atLeastOneOf", name] as const),
    ...method.params.flatMap(({ defaultFrom }, index) =>
      defaultFrom === undefined ? [] : [[`params[${index}].x-default.from`, defaultFrom] as const],
    ),
  ];
}

/** Every commitment parameter has a rule. Without one, the configured default would silently not apply. */
export const commitment = forEachMethod(function* ({ params, commitment: rule }) {
  for (const [index, { name }] of params.entries()) {
    if (!/^(?:preflightC|c)ommitment$/.test(name) || rule?.param === name) continue;
    const message = `takes ${name}, but x-commitment ${rule === undefined ? "is missing" : `names ${rule.param}`}; add it, with default: "node" if the configured one must not be filled in`;
    yield { path: `params[${index}]`, message };
  }
});
