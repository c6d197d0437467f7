import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { methods } from "../../../generated/methods.ts";
import { subscriptionNames } from "../../../src/cli/commands/method-help.ts";
import { commandWords } from "../../../src/cli/options/command-table.ts";
import { flagTable, isFlagOf } from "../../../src/cli/options/flag-table.ts";
import { describeWith } from "../../needed-programs.ts";
import { recordingIo, runCommandLine } from "../recording-io.ts";

const shells = ["bash", "zsh", "fish"] as const;
type Shell = (typeof shells)[number];

/** How a shell is asked what it would complete: a program that reads the script and prints a candidate a line. */
const askers: Readonly<Record<Shell, (script: string, line: string) => string>> = {
  bash: (script, line) => `source ${script}
COMP_LINE=${quoted(line)} COMP_POINT=${line.length}
read -ra COMP_WORDS <<<"$COMP_LINE"
[[ $COMP_LINE != *" " ]] || COMP_WORDS+=("")
COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
_svm_gateway
printf '%s\\n' "\${COMPREPLY[@]}"`,
  // What zsh's own functions would show, they print here: the script is read and runs in zsh without a terminal.
  zsh: (script, line) => `compdef() { :; }
compadd() { shift; printf '%s\\n' "$@"; }
_files() { printf '%s\\n' *; }
_message() { :; }
_describe() { local list=\${@[-1]}; printf '%s\\n' "\${(@)\${(@P)list}%%:*}"; }
source ${script}
line=${quoted(line)}
words=(\${=line})
[[ $line != *" " ]] || words+=("")
CURRENT=\${#words}
prefix=\${words[CURRENT]}
_svm_gateway | while read -r word; do [[ $word != \${prefix}* ]] || print -r -- $word; done`,
  fish: (script, line) => `source ${script}; complete -C ${quoted(line)} | string split -f 1 \\t; true`,
};

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

async function completion(shell: string) {
  const io = recordingIo(tmpdir());
  const code = await runCommandLine(["completion", shell], io);
  return { code, ...io.written };
}

const callable = Object.values(methods)
  .filter(({ kind }) => kind === "ledger" || kind === "network")
  .map(({ name }) => name);

/** Each flag as it is typed; fish shows short ones only once all long ones are. */
function flagsOf(wanted: (name: string) => boolean): readonly string[] {
  return Object.keys(flagTable)
    .filter(wanted)
    .map((name) => `--${name}`);
}

const lines: readonly [line: string, expected: readonly string[]][] = [
  ["svm-gateway ", [...commandWords.keys(), "help", "version"]],
  ["svm-gateway se", ["serve", "send"]],
  ["svm-gateway call ", callable],
  ["svm-gateway call getBalanceA", ["getBalanceAndContext"]],
  ["svm-gateway call --url http://127.0.0.1:3000 getEpochI", ["getEpochInfo"]],
  ["svm-gateway call getSlot getSl", []],
  ["svm-gateway subscribe ", subscriptionNames],
  ["svm-gateway networks set", ["set-url"]],
  ["svm-gateway upstreams un", ["uncordon"]],
  ["svm-gateway config ", ["check", "print", "reload"]],
  ["svm-gateway completion f", ["fish"]],
  ["svm-gateway serve --po", ["--port"]],
  ["svm-gateway subscribe slot --", flagsOf((name) => isFlagOf("subscribe", name))],
  ["svm-gateway serve --log-level w", ["warn"]],
  ["svm-gateway call getSlot --network localnet-", ["localnet-b"]],
  ["svm-gateway serve --config sp", ["spaced name.json"]],
  ["svm-gateway serve --port ", []],
];

describe("svm-gateway completion", () => {
  let folder = "";
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "svm-gateway-completion-"));
    mkdirSync(join(folder, "work"));
    writeFileSync(join(folder, "work/spaced name.json"), "{}");
    for (const shell of shells) {
      const { code, stdout } = await completion(shell);
      expect(code).to.equal(0);
      writeFileSync(join(folder, `completion.${shell}`), stdout);
    }
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  for (const shell of shells) {
    describeWith(shell, shell, () => {
      for (const [line, expected] of lines) {
        const shown =
          expected.length > 4 ? `${expected.slice(0, 3).join(", ")} and so on` : expected.join(", ");
        it(`completes "${line}" to ${shown || "nothing"}`, async () => {
          const program = askers[shell](join(folder, `completion.${shell}`), line);
          const { stdout } = await promisify(execFile)(shell, ["-c", program], {
            cwd: join(folder, "work"),
            env: { PATH: process.env.PATH, HOME: folder },
          });
          const found = stdout.split("\n").filter((word) => word !== "" && !/^-\w$/.test(word));
          expect(found.map((word) => word.replaceAll("\\ ", " "))).to.have.members([...expected]);
        });
      }
    });
  }

  it("refuses another shell by name, and exits with 2", async () => {
    const stderr = 'unknown action "fih" of completion; did you mean fish?\n';
    expect(await completion("fih")).to.deep.equal({ code: 2, stdout: "", stderr });
  });

  it("lists the shells for an unknown word", async () => {
    const { stderr } = await completion("powershell");
    expect(stderr).to.equal('unknown action "powershell" of completion; use bash, zsh or fish\n');
  });

  it("describes each subscription", async () => {
    expect((await completion("zsh")).stdout).to.contain("Get notified of every slot that is rooted");
  });
});
