import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { configSchema, mapValues, propertiesOf, type SchemaNode } from "../../src/config/config-schema.ts";
import { camelCase } from "../../src/config/effective-values.ts";
import { packageRoot } from "../../src/package-root.ts";

/** A key with the names that code which reads it must hold: its own, and that of its group or of the group's type. */
interface Setting {
  readonly path: string;
  readonly name: string;
  readonly groups: readonly string[];
}

/** Every key that holds a value, those of maps and of list entries included. */
function settingsOf(node: SchemaNode, path = "", groups: readonly string[] = []): Setting[] {
  const values = mapValues(node);
  if (values !== undefined) return settingsOf(values, `${path}.ID`, groups);
  return propertiesOf(node).flatMap(([key, child]) => {
    const name = camelCase(key);
    const at = path === "" ? key : `${path}.${key}`;
    const isGroup = child.type === "object";
    const type = `${name[0]?.toUpperCase()}${name.slice(1)}`.replace(/(?:Config)?$/, "Config");
    if (isGroup)
      return settingsOf(child, at, key === "svm_networks" ? [name, "NetworkConfig"] : [name, type]);
    return [{ path: at, name, groups }];
  });
}

/** The words of a source file outside src/config, without comments and texts; those of its path and names in quotes count, too. */
type Words = ReadonlySet<string>;

function sources(): Words[] {
  const folder = join(packageRoot, "src");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.startsWith("config/"))
    .map((file) => {
      const text = readFileSync(join(folder, file), "utf8");
      const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$|"\w*[^"\w\n][^"\n]*"/gm, " ");
      return new Set(`${file} ${code}`.match(/\w+/g));
    });
}

/** Settings that no file names; a name that several settings have counts only beside the name of its group. */
function unread(schema: SchemaNode, files: readonly Words[]): string[] {
  const settings = settingsOf(schema);
  const isShared = (wanted: string) => settings.filter(({ name }) => name === wanted).length > 1;
  return settings
    .filter(({ name, groups }) => {
      const naming = files.filter((words) => words.has(name));
      const isRead =
        isShared(name) && groups.length > 0
          ? naming.some((words) => groups.some((group) => words.has(group)))
          : naming.length > 0;
      return !isRead;
    })
    .map(({ path }) => path);
}

/** Read by src/config itself. */
const readWhenLoaded = ["state_file", "server_config.memory_mb"];

describe("every setting", () => {
  it("is read by something", () => {
    const unreadSettings = unread(configSchema, sources());
    expect(unreadSettings.filter((path) => !readWhenLoaded.includes(path))).to.deep.equal([]);
  });

  it("is reported if nothing reads it", () => {
    const properties = { never_read: { type: "boolean" }, host: { type: "string" } } as const;
    const group = { type: "object", properties } as const;
    const schema: SchemaNode = {
      type: "object",
      properties: { server_config: group, not_read: { type: "string" } },
    };
    expect(unread(schema, sources())).to.deep.equal(["server_config.never_read", "not_read"]);
  });
});
