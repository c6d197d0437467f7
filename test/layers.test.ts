import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect } from "chai";
import { packageRoot } from "../src/package-root.ts";

const source = join(packageRoot, "src");

/** What each layer may import beside itself; imports point one way, from transports down to json. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  json: [],
  rpc: ["json"],
  contract: ["json"],
  client: ["generated"],
  config: ["config.schema.json", "contract", "rpc", "observability"],
  redis: ["config", "networks", "observability"],
  limits: ["config", "observability", "redis", "rpc"],
  networks: ["config", "contract", "observability", "redis", "rpc"],
  cache: ["config", "contract", "json", "redis", "upstream"],
  upstream: ["cache", "config", "contract", "json", "networks", "observability", "redis", "rpc"],
  gateway: ["contract", "json", "networks", "rpc", "upstream"],
  handlers: ["contract", "gateway", "generated", "json", "networks", "rpc"],
  mock: ["contract", "gateway", "generated", "json", "rpc", "upstream"],
  subscriptions: [
    "config",
    "contract",
    "gateway",
    "generated",
    "json",
    "networks",
    "observability",
    "rpc",
    "upstream",
  ],
  observability: ["config", "gateway", "networks", "subscriptions", "upstream"],
  localnet: ["networks"],
  workers: ["limits", "localnet", "networks", "observability"],
  transports: [
    "config",
    "contract",
    "gateway",
    "generated",
    "json",
    "networks",
    "observability",
    "package-root.ts",
    "rpc",
    "subscriptions",
    "upstream",
  ],
};

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** First folders of what a file imports from this package: `src/x/...` as x, generated code as "generated". */
function importedLayers(file: string): string[] {
  const paths = [...readFileSync(file, "utf8").matchAll(/(?:from|import\() ?"(\.{1,2}\/[^"]+)"/g)].map(
    (match) => match[1] ?? "",
  );
  return paths.map((path) => {
    const target = relative(packageRoot, join(file, "..", path));
    const [top = "", second = ""] = target.split("/");
    return top === "src" ? second : top;
  });
}

describe("the layers of src", () => {
  for (const layer of readdirSync(source, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    if (layer.name === "cli") continue;
    it(`${layer.name} imports only ${["itself", ...(allowed[layer.name] ?? [])].join(", ")}`, () => {
      const may = [layer.name, ...(allowed[layer.name] ?? [])];
      const wrong = filesBelow(join(source, layer.name)).flatMap((file) =>
        importedLayers(file)
          .filter((imported) => !may.includes(imported))
          .map((imported) => `${relative(source, file)} imports ${imported}`),
      );
      expect(wrong).to.deep.equal([]);
    });
  }

  it("imports files, never folders", () => {
    const wrong = filesBelow(source).filter((file) =>
      /from "\.{1,2}\/[^"]*(?<!\.ts|\.js|\.json)"/.test(readFileSync(file, "utf8")),
    );
    expect(wrong).to.deep.equal([]);
  });
});
