import type { ProviderEntry } from "../../generated/config.ts";
import { configSchema, mapValues, schemaAt } from "../config/config-schema.ts";
import { fillDefaults } from "../config/effective-values.ts";
import document from "./providers.json" with { type: "json" };

/** Providers by id, which is the scheme of their short addresses. */
export type Providers = ReadonlyMap<string, ProviderEntry>;

const entrySchema = mapValues(schemaAt("providers") ?? configSchema) ?? configSchema;

/** The providers of `providers.json`, with defaults filled in. */
export const shippedProviders: Providers = new Map(
  Object.entries(document).map(([id, entry]) => [id, fillDefaults(entrySchema, entry) as ProviderEntry]),
);

/** The operator's providers and the shipped ones; the operator's come first, and replace shipped ones with the same id. */
export function knownProviders(configured: Readonly<Record<string, ProviderEntry>>): Providers {
  const added = Object.entries(configured);
  return added.length === 0 ? shippedProviders : new Map([...added, ...shippedProviders, ...added]);
}
