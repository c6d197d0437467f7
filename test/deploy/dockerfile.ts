import { deployText } from "./deploy-files.ts";

/** One instruction of a Dockerfile. */
export interface Instruction {
  readonly name: string;
  readonly rest: string;
}

/** Instructions of our Dockerfile in order, continued lines joined, comments left out. */
export function dockerfileInstructions(): Instruction[] {
  const text = deployText("Dockerfile")
    .replace(/^#.*\n/gm, "")
    .replace(/\\\n\s*/g, "");
  return text.split("\n").flatMap((line) => {
    const found = /^([A-Z]+)\s+(.*)$/.exec(line);
    return found === null ? [] : [{ name: found[1] ?? "", rest: found[2] ?? "" }];
  });
}

/** What the stage that builds copies from the tree. */
export function buildSources(): string[] {
  const all = dockerfileInstructions();
  const lastStage = all.map(({ name }) => name).lastIndexOf("FROM");
  return all
    .slice(0, lastStage)
    .filter(({ name }) => name === "COPY")
    .flatMap(({ rest }) => rest.split(" ").slice(0, -1));
}
