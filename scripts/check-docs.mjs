// Checks every Markdown file of the repository, or of the folder that is named: links and their anchors, fenced blocks, and spelling.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import english from "dictionary-en";
import nspell from "nspell";

const ownRoot = dirname(dirname(fileURLToPath(import.meta.url)));
const root = process.argv[2] ?? ownRoot;
const ownFolders = new Set(["node_modules", "dist", "coverage", ".git", "site", "generated"]);
const speller = nspell(english).personal(readFileSync(join(ownRoot, "scripts/docs-words.txt"), "utf8"));

const files = [...markdownFiles(root)];
const faults = files.flatMap(([path, text]) =>
  [...linkFaults(path, text), ...blockFaults(text), ...spellingFaults(text)].map(
    ({ line, message }) => `${path}:${line} ${message}`,
  ),
);

for (const fault of faults) process.stdout.write(`${fault}\n`);
process.stdout.write(
  faults.length > 0
    ? `Faults: ${faults.length}. Correct words that the check does not know go into scripts/docs-words.txt.\n`
    : `No faults in ${files.length} Markdown files\n`,
);
process.exitCode = faults.length > 0 ? 1 : 0;

function* markdownFiles(folder) {
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) {
      if (!ownFolders.has(name)) yield* markdownFiles(path);
    } else if (name.endsWith(".md")) yield [relative(root, path), readFileSync(path, "utf8")];
  }
}

/** The lines of a text, those of fenced blocks emptied. */
function proseLines(text) {
  let isFenced = false;
  return text.split("\n").map((line) => {
    const isFence = line.trimStart().startsWith("```");
    if (isFence) isFenced = !isFenced;
    return isFence || isFenced ? "" : line;
  });
}

function linkFaults(path, text) {
  return proseLines(text).flatMap((line, index) =>
    [...line.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target]) => {
      if (/^[a-z]+:/.test(target)) return [];
      const [file, anchor] = target.split("#");
      const found = file === "" ? join(root, path) : join(root, dirname(path), file);
      if (!existsSync(found))
        return [{ line: index + 1, message: `links to ${target}, which does not exist` }];
      if (anchor === undefined || !found.endsWith(".md")) return [];
      const isThere = anchorsOf(readFileSync(found, "utf8")).includes(anchor);
      return isThere
        ? []
        : [{ line: index + 1, message: `links to ${target}, but no heading has that name` }];
    }),
  );
}

/** Anchors as the hosts of repositories make them from headings. */
function anchorsOf(text) {
  return proseLines(text).flatMap((line) => {
    const title = /^#{1,6}\s+(.*)$/.exec(line)?.[1];
    if (title === undefined) return [];
    const plain = title.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll("`", "");
    return [
      plain
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, "")
        .trim()
        .replaceAll(" ", "-"),
    ];
  });
}

function blockFaults(text) {
  const found = [];
  let open;
  for (const [index, line] of text.split("\n").entries()) {
    const fence = /^\s*```(.*)$/.exec(line)?.[1];
    if (fence === undefined) open?.lines.push(line);
    else if (open === undefined) {
      open = { line: index + 1, words: fence.trim().split(/\s+/), lines: [] };
      if (fence.trim() === "")
        found.push({ line: index + 1, message: "opens a block that names no language" });
    } else {
      const message = blockFault(open.words, open.lines.join("\n"));
      if (message !== undefined) found.push({ line: open.line, message });
      open = undefined;
    }
  }
  if (open !== undefined) found.push({ line: open.line, message: "opens a block that is never closed" });
  return found;
}

/** Why a block is not valid; undefined where it is, or where its language is not known here. */
function blockFault([language], block) {
  try {
    if (language === "json") JSON.parse(block);
    if (language === "sh") execFileSync("sh", ["-n"], { input: block, stdio: ["pipe", "pipe", "pipe"] });
    return undefined;
  } catch (caught) {
    return `is not valid ${language}: ${String(caught.stderr ?? caught.message).split("\n")[0]}`;
  }
}

/** Unknown words of prose. Code, addresses, names with digits or capitals inside, and single letters are left out. */
function spellingFaults(text) {
  return proseLines(text).flatMap((line, index) => {
    const prose = line
      .replace(/`[^`]*`/g, " ")
      .replace(/\]\([^)]*\)|<[^>]*>|https?:\S+|\S*[@/_]\S*|[\w-]+\.(?:[a-z]\w*)/g, " ");
    const words = prose.match(/[A-Za-z][A-Za-z'’]*/g) ?? [];
    return words
      .map((word) => word.replaceAll("’", "'").replace(/'s?$/, ""))
      .filter((word) => word.length > 1 && !/[a-z][A-Z]|[A-Z]{2}/.test(word) && !speller.correct(word))
      .map((word) => ({ line: index + 1, message: `has the unknown word ${word}` }));
  });
}
