import { accessSync, constants } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";

interface NeededProgram {
  /** How to get it. */
  readonly install: string;
  /** Names under which it may be found, where its own is not the only one. */
  readonly names?: readonly string[];
  /** Folders beside those of PATH that usually hold it. */
  readonly folders?: readonly string[];
}

const debian = (name: string): NeededProgram => ({ install: `apt install ${name}` });
const builtByCi: NeededProgram = {
  install: ".ci/go-tools build, then PATH=$PATH:$(.ci/go-tools)",
};

/** The programs beside Node that some tests need and not every machine has. */
const programs = {
  bash: debian("bash"),
  "check-manifests": builtByCi,
  chromium: debian("chromium"),
  curl: debian("curl"),
  fish: debian("fish"),
  git: debian("git"),
  go: { install: "see go.dev/doc/install", folders: ["/usr/local/go/bin"] },
  helm: builtByCi,
  nginx: { ...debian("nginx"), folders: ["/usr/sbin"] },
  openssl: debian("openssl"),
  promtool: debian("prometheus"),
  python3: debian("python3 python3-venv"),
  "redis-server": { ...debian("redis-server"), names: ["redis-server", "valkey-server"] },
  rustc: { ...debian("rustc"), folders: [join(homedir(), ".cargo/bin")] },
  "systemd-analyze": debian("systemd"),
  zsh: debian("zsh"),
} as const satisfies Readonly<Record<string, NeededProgram>>;

/** Name of such a program. */
type ProgramName = keyof typeof programs;

/** Path of a program; undefined if this machine has none. */
export function pathOf(program: ProgramName): string | undefined {
  const { names = [program], folders = [] }: NeededProgram = programs[program];
  const paths = [...(process.env.PATH ?? "").split(delimiter), ...folders];
  return names.flatMap((name) => paths.map((folder) => join(folder, name))).find(isExecutable);
}

/** Path of a program that the test said it needs. */
export function neededPath(program: ProgramName): string {
  const path = pathOf(program);
  if (path === undefined) throw new Error(notInstalled(program));
  return path;
}

/**
 * `describe` for tests that need programs beside Node. `npm test` leaves them out, by the tag in their names. Where a program is
 * missing the summary says so; with CI=true they fail.
 */
export function describeWith(
  needed: ProgramName | readonly ProgramName[],
  title: string,
  body: (this: Mocha.Suite) => void,
): void {
  const { tagged, missing } = lookUp(needed, title);
  if (missing === undefined) describe(tagged, body);
  else if (process.env.CI === "true") describe(tagged, () => it("runs", () => failFor(missing)));
  else describe.skip(tagged, body);
}

/** `it`, likewise. */
export function itWith(
  needed: ProgramName | readonly ProgramName[],
  title: string,
  body: (this: Mocha.Context) => void | Promise<void>,
): void {
  const { tagged, missing } = lookUp(needed, title);
  if (missing === undefined) it(tagged, body);
  else if (process.env.CI === "true") it(tagged, () => failFor(missing));
  else it.skip(tagged, body);
}

function lookUp(needed: ProgramName | readonly ProgramName[], title: string) {
  const names = typeof needed === "string" ? [needed] : needed;
  return {
    tagged: names.length === 0 ? title : `${title} @needs(${names.join(",")})`,
    missing: names.find((name) => pathOf(name) === undefined),
  };
}

function failFor(program: ProgramName): never {
  throw new Error(notInstalled(program));
}

function notInstalled(program: ProgramName): string {
  return `needs ${program}, which this machine does not have: ${programs[program].install}`;
}

/** Lines that say how many tests did not run because which program is missing, from the full names of the tests. */
export function notRunLines(fullTitles: readonly string[]): readonly string[] {
  const counts = new Map<ProgramName, number>();
  for (const title of fullTitles) {
    const missing = neededBy(title).filter((name) => pathOf(name) === undefined);
    for (const name of missing.slice(0, 1)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(
    ([name, count]) =>
      `not run: ${count} ${count === 1 ? "test needs" : "tests need"} ${name}: ${programs[name].install}`,
  );
}

/** The programs that the tags of a full name list. */
export function neededBy(fullTitle: string): readonly ProgramName[] {
  return [...fullTitle.matchAll(/@needs\(([^)]*)\)/g)]
    .flatMap(([, names = ""]) => names.split(","))
    .filter((name): name is ProgramName => Object.hasOwn(programs, name));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
