import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";
import { expect } from "chai";
import { build } from "esbuild";
import { useGateway } from "./harness.ts";
import { answering } from "./scripted-gateway.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

async function bundle() {
  return build({
    absWorkingDir: root,
    entryPoints: ["src/client/index.ts"],
    bundle: true,
    platform: "browser",
    format: "iife",
    globalName: "client",
    external: ["ws"],
    write: false,
    metafile: true,
    logLevel: "silent",
  });
}

describe("the client's import graph", () => {
  const use = useGateway();

  it("contains only the client and its generated table, and ws where it is needed", async () => {
    const { metafile } = await bundle();
    const foreign = Object.keys(metafile.inputs).filter(
      (path) => !/^src\/client\/(?:[^/]+\/)?[^/]+\.ts$/.test(path) && path !== "generated/client.ts",
    );
    expect(foreign).to.deep.equal([]);
    const outward = Object.values(metafile.inputs)
      .flatMap(({ imports }) => imports)
      .filter(({ external }) => external === true)
      .map(({ path, kind }) => `${kind} ${path}`);
    expect(outward).to.deep.equal(["dynamic-import ws"]);
  });

  it("runs without anything of Node", async () => {
    const { outputFiles } = await bundle();
    use.gateway.steps = [answering(() => '"result":{"value":18446744073709551615}')];
    const page = createContext({
      ...{ fetch, URL, AbortController, performance, setTimeout, clearTimeout },
      address: use.gateway.url,
    });
    const code = `${outputFiles[0]?.text ?? ""}; client.createClient({ url: address }).getSlot().then(({ value }) => String(value))`;
    expect(await runInContext(code, page)).to.equal("18446744073709551615");
  });
});
