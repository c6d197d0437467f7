import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { expect } from "chai";
import { checkValue } from "../../src/config/check-value.ts";
import type { ConfigFault } from "../../src/config/config-fault.ts";
import { configSchema, mapValues, type SchemaNode } from "../../src/config/config-schema.ts";

/** Every key with its node, those of maps and of list entries included. */
function keysOf(node: SchemaNode, prefix = ""): [path: string, node: SchemaNode][] {
  const children: [string, SchemaNode][] = Object.entries(node.properties ?? {});
  const values = mapValues(node);
  if (values !== undefined) children.push(["ID", values]);
  for (const branch of node.items?.anyOf ?? []) children.push(...Object.entries(branch.properties ?? {}));
  return children.flatMap(([key, child]) => [
    [`${prefix}${key}`, child],
    ...keysOf(child, `${prefix}${key}.`),
  ]);
}

function faultsIn(node: SchemaNode, value: unknown): ConfigFault[] {
  const faults: ConfigFault[] = [];
  checkValue(node, value, "", faults);
  return faults;
}

const limitKeys = ["per_second", "credits_per_day", "credits_per_month"];

/** The keys of an entry of `upstreams` that have no default. */
function entryKeys(path: string): string[] {
  return [
    "id",
    "url",
    "plan",
    "ws_url",
    "headers.ID",
    ...limitKeys.map((key) => `limits.${key}`),
    "costs.ID",
    "history",
  ].map((key) => `${path}.${key}`);
}

describe("config.schema.json", () => {
  const keys = keysOf(configSchema);
  const ajv = new Ajv({
    strict: true,
    allErrors: true,
    formats: { uri: true },
    keywords: ["patternErrorMessage"],
  });
  const validate = ajv.compile(JSON.parse(readFileSync("config.schema.json", "utf8")));

  it("is a strict draft-07 schema", () => {
    expect(configSchema).to.have.property("$schema", "http://json-schema.org/draft-07/schema#");
    expect(validate({ server_config: { port: 1 } })).to.equal(true);
  });

  it("describes every key in a sentence and shows an example", () => {
    const poor = keys.filter(
      ([, node]) => !node.description?.endsWith(".") || (node.examples ?? []).length === 0,
    );
    expect(poor.filter(([path]) => path !== "$schema").map(([path]) => path)).to.deep.equal([]);
  });

  it("has valid examples and defaults", () => {
    const wrong = keys.flatMap(([path, node]) =>
      [...(node.examples ?? []), ...(node.default === undefined ? [] : [node.default])]
        .filter((value) => faultsIn(node, value).length > 0)
        .map((value) => `${path}: ${JSON.stringify(value)}`),
    );
    expect(wrong).to.deep.equal([]);
  });

  it("describes every pattern in words", () => {
    const mute = keys.filter(
      ([, node]) => node.pattern !== undefined && node.patternErrorMessage === undefined,
    );
    expect(mute.map(([path]) => path)).to.deep.equal([]);
  });

  it("has a default for every key that can have one", () => {
    const without = keys.filter(([, node]) => node.default === undefined).map(([path]) => path);
    expect(without).to.deep.equal([
      "$schema",
      "rpc_url",
      ...entryKeys("upstreams"),
      "commitment",
      "default_network",
      "svm_networks.ID",
      "svm_networks.ID.name",
      "svm_networks.ID.rpc_url",
      "svm_networks.ID.rpc_urls.url",
      "svm_networks.ID.ws_url",
      "svm_networks.ID.ws_urls.url",
      ...entryKeys("svm_networks.ID.upstreams"),
      "svm_networks.ID.type",
      "svm_networks.ID.chain_id",
      "svm_networks.ID.sending",
      "providers.ID",
      "providers.ID.name",
      "providers.ID.networks.ID",
      "providers.ID.networks.ID.url",
      "providers.ID.networks.ID.ws_url",
      "providers.ID.plans.ID",
      ...limitKeys.map((key) => `providers.ID.plans.ID.${key}`),
      "providers.ID.costs.ID",
      "providers.ID.history",
      ...["methods.ID", "max_retries", "encoding", "bundle_size"].map((key) => `providers.ID.route.${key}`),
      "providers.ID.sources.ID",
      ...["page", "read", "note"].map((key) => `providers.ID.sources.ID.${key}`),
      "state_file",
      "registry.url",
      "server_config.network_admin",
      "auth.keys_file",
      "auth.costs.ID",
      "auth.resource",
      ...["issuer", "audience", "jwks_url", "jwks_file", "claims.ID"].map((key) => `auth.jwt.${key}`),
      ...["rate_limit", "credits_per_day", "credits_per_month"].map((key) => `auth.jwt.rights.${key}`),
      ...["max_concurrent", "max_subscriptions", "max_sockets"].map((key) => `auth.jwt.rights.${key}`),
      ...["networks", "methods", "categories", "sending"].map((key) => `auth.jwt.rights.${key}`),
      "upstream.poll_interval_ms",
      "redis.url",
      "redis.hmac_key",
      "tracing.endpoint",
      "tracing.headers.ID",
    ]);
  });

  const values: unknown[] = [
    {},
    {
      commitment: "confirmed",
      svm_networks: { a: { rpc_urls: ["https://a.example.com", { url: "https://b" }] } },
    },
    { server_config: { port: 65_536 } },
    { server_config: { port: "1" } },
    { svm_networks: { all: {} } },
    { svm_networks: { a: { rpc_urls: [1] } } },
    { svm_networks: { a: { rpc_urls: [{ weight: 1 }] } } },
    { unknown: 1 },
    { tools: "account" },
    { tracing: { sample_ratio: -1 } },
    [],
  ];
  for (const value of values) {
    it(`means the same to an editor as to the gateway: ${JSON.stringify(value)}`, () => {
      expect(faultsIn(configSchema, value).length === 0).to.equal(validate(value));
    });
  }
});
