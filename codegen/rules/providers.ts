import { providerIds } from "../../src/providers/provider-names.ts";
import { forEachMethod } from "./rule.ts";

/** Every provider that the document names is in `providers.json`. */
export const knownProviders = forEachMethod(function* ({ providers: ofMethod = [], params }) {
  const named = [
    ...ofMethod.map((id) => ["x-providers", id] as const),
    ...params.flatMap((param, index) =>
      (param.providers ?? []).map((id) => [`params[${index}].x-providers`, id] as const),
    ),
  ];
  for (const [path, id] of named) {
    if (providerIds.includes(id)) continue;
    const message = `names ${JSON.stringify(id)}; known ones: ${providerIds.join(", ")}`;
    yield { path, message };
  }
});
