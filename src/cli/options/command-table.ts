/** Arguments as shown in help, with their minimum and maximum count (default: none). */
type Usage = readonly [text: string, min?: number, max?: number];

/** A command's help text and argument rules. */
interface CommandDescription {
  readonly summary: string;
  /** Arguments of a command without actions. */
  readonly usage?: Usage;
  /** Actions with their arguments. `list` is the default action if there is one. */
  readonly actions?: Readonly<Record<string, Usage>>;
  /** Further lines of help. Backticks mark literal input; only docs/command-line.md renders them. */
  readonly details: readonly string[];
  readonly examples: readonly string[];
  /** The section of the document that its first argument names an entry of. */
  readonly firstArgument?: "methods" | "subscriptions";
}

const listeningDetails = [
  "Prints a line such as `listening http http://127.0.0.1:3000` when a listener is ready; logs go to standard error.",
  "SIGTERM and SIGINT stop it after calls in flight have ended; a second SIGINT stops it at once. SIGHUP reloads the configuration, except in a terminal, where it stops the gateway.",
];

const table = {
  stdio: {
    summary: "serve MCP tools over standard input and output (the default)",
    details: ["Standard output carries protocol messages only; logs go to standard error."],
    examples: ["svm-gateway", "svm-gateway stdio --network solana-devnet --tools account,token --read-only"],
  },
  serve: {
    summary: "serve every route: HTTP on --port, WebSocket on --ws-port",
    details: listeningDetails,
    examples: ["svm-gateway serve --local", "svm-gateway serve --config gateway.json --port 8080"],
  },
  web: {
    summary: "serve MCP tools over HTTP at /api/mcp, with health and metrics",
    details: listeningDetails,
    examples: ["svm-gateway web --port 3000"],
  },
  rpc: {
    summary: "serve JSON-RPC over HTTP: POST / and /networks/ID",
    details: listeningDetails,
    examples: ["svm-gateway rpc --port 3000"],
  },
  ws: {
    summary: "serve WebSocket only, on --ws-port or --port (alias: websocket)",
    details: listeningDetails,
    examples: ["svm-gateway ws --port 8900"],
  },
  http: {
    summary: "serve POST /rpc on port 8080, with pages for health, administration and usage",
    details: listeningDetails,
    examples: ["svm-gateway --http --port 8080"],
  },
  call: {
    summary: "make one call and print its answer",
    usage: ["METHOD [ARGS...]", 1, Number.POSITIVE_INFINITY],
    details: [
      "Each argument is JSON; any other text is sent as a string. Put arguments that start with `-` after `--`.",
      "`--network` names one network, or `all` for every enabled one.",
    ],
    examples: [
      "svm-gateway call getBalance 11111111111111111111111111111111 --network solana-devnet",
      "svm-gateway call getSlot --network all --json --url http://127.0.0.1:3000",
    ],
    firstArgument: "methods",
  },
  send: {
    summary: "send a signed transaction, repeatedly, until it lands or expires",
    usage: ["FILE|BASE64", 1, 1],
    details: [
      "`FILE` contains the transaction as base64, base58 or raw bytes; `-` reads standard input. `--network` names the network.",
      "Exits with 0 if it landed, 3 if it was included and failed, 4 if it expired, 1 if it was refused or its fate is unknown.",
    ],
    examples: [
      "svm-gateway send transaction.txt --network solana-devnet",
      "svm-gateway send transaction.bin --commitment finalized --url http://127.0.0.1:3000 --json",
    ],
  },
  subscribe: {
    summary: "print notifications as they arrive",
    usage: ["NAME [ARGS...]", 1, Number.POSITIVE_INFINITY],
    details: [
      "`NAME` is `slot`, `account`, `logs` and so on, or the method, such as `slotSubscribe`. Arguments are written as for `call`.",
      "Ends after `--count` notifications, or with Ctrl+C. A lost connection is reopened, with a note on standard error.",
    ],
    examples: [
      "svm-gateway subscribe slot --count 3 --url http://127.0.0.1:3000",
      "svm-gateway subscribe account 11111111111111111111111111111111 --network solana-devnet --json",
    ],
    firstArgument: "subscriptions",
  },
  methods: {
    summary: "list methods, or search them by plain words",
    usage: ["[WORDS...]", 0, Number.POSITIVE_INFINITY],
    details: ["`svm-gateway call METHOD --help` shows the parameters of one."],
    examples: ["svm-gateway methods", "svm-gateway methods token balance"],
  },
  networks: {
    summary: "list networks, or change them at run time",
    actions: {
      list: [""],
      enable: ["ID", 1],
      disable: ["ID", 1],
      "set-url": ["ID URL", 2],
      reset: ["ID|--all", 0, 1],
    },
    details: [
      "With `--url`, works on that running gateway; otherwise on the state file and, if configured, Redis, which running gateways follow.",
      "`reset` undoes the run-time changes of a network, and takes no `--url`. Exits with 1 if the network is unknown or the change is refused.",
    ],
    examples: [
      "svm-gateway networks",
      "svm-gateway networks enable solana-devnet --url http://127.0.0.1:3000",
      "svm-gateway networks disable solana-devnet",
      "svm-gateway networks set-url solana-devnet https://rpc.example.com",
      "svm-gateway networks reset solana-devnet",
    ],
  },
  upstreams: {
    summary: "list the upstreams of a gateway, or cordon one for maintenance",
    actions: { list: [""], cordon: ["ID [--force]", 1], uncordon: ["ID", 1] },
    details: [
      "Needs a running gateway: name it with `--url`. `ID` is an upstream's id, or its host if it has none, as `list` shows it.",
      "A cordoned upstream gets no calls; those in flight complete. Cordoning the only upstream that can take calls needs `--force`.",
    ],
    examples: [
      "svm-gateway upstreams --url http://127.0.0.1:3000",
      "svm-gateway upstreams cordon main --url http://127.0.0.1:3000",
      "svm-gateway upstreams uncordon main --url http://127.0.0.1:3000",
    ],
  },
  keys: {
    summary: "create, list, rotate and revoke caller keys, and show their usage",
    actions: {
      new: ["--id ID"],
      list: [""],
      show: ["ID", 1],
      rotate: ["ID", 1],
      revoke: ["ID", 1],
      usage: ["[ID]", 0, 1],
    },
    details: [
      "With `--url`, works on the keys of that running gateway; the variable `SVM_GATEWAY_KEY` must hold a key with the right `admin`.",
      "Without `--url`, works on the file or the Redis that the configuration names under `auth`.",
      "`new` prints a new key, which can't be shown again. Flags set its rights and limits.",
      "`list` shows all keys with their rights and limits, `show` a single one; neither shows secrets.",
      "`rotate` prints a new key; the old one stays valid for `--overlap`. `revoke` ends a key.",
      "`usage` shows the usage of all keys or one, by day and method; it needs `--url`.",
    ],
    examples: [
      "svm-gateway keys new --id backend --rate-limit 50 --networks solana-mainnet",
      "svm-gateway keys show backend",
      "svm-gateway keys rotate backend --overlap 24h --url http://127.0.0.1:3000",
      "svm-gateway keys revoke backend",
      "svm-gateway keys usage --url http://127.0.0.1:3000",
    ],
  },
  providers: {
    summary: "list providers, show one, or check a short address",
    usage: ["[ID | ADDRESS]", 0, 1],
    details: [
      "`ID` shows a provider's addresses, plans and costs, and where each figure comes from.",
      "`ADDRESS` shows what a short address expands to on `--network`, with its key hidden; nothing is called.",
      "Providers that the configuration adds are listed too.",
    ],
    examples: [
      "svm-gateway providers",
      "svm-gateway providers helius --json",
      "svm-gateway providers 'triton://my-app/KEY?plan=shared' --network solana-devnet",
    ],
  },
  config: {
    summary: "check the configuration, print it with each value's source, or reload it",
    actions: { check: [""], print: [""], reload: [""] },
    details: [
      "`check` lists every fault and exits with 1. `print` hides credentials.",
      "`reload` tells the running gateway at `--url` to reload its configuration, and reports what was applied and what needs a restart.",
    ],
    examples: [
      "svm-gateway config check --config gateway.json",
      "svm-gateway config print --json",
      "svm-gateway config reload --url http://127.0.0.1:3000",
    ],
  },
  completion: {
    summary: "print a script that completes commands, flags and methods in a shell",
    actions: { bash: [""], zsh: [""], fish: [""] },
    details: [
      "In bash: `source <(svm-gateway completion bash)`; likewise in zsh. In fish: `svm-gateway completion fish | source`.",
    ],
    examples: ["svm-gateway completion bash", "svm-gateway completion fish"],
  },
} satisfies Readonly<Record<string, CommandDescription>>;

/** A command of the command line. */
export type Command = keyof typeof table;

/** Every command, in the order of the help. */
export const commands: Readonly<Record<Command, CommandDescription>> = table;

/** The arguments of a command as help shows them: `METHOD [ARGS...]`. */
export function usageOf(command: Command): string {
  const { usage: [text] = [""], actions } = commands[command];
  if (actions === undefined) return text;
  const all = Object.entries(actions).map(([action, [words]]) => `${action} ${words}`.trim());
  return Object.hasOwn(actions, "list") ? `[${all.join(" | ")}]` : all.join(" | ");
}

/** A command as typed on the command line. */
export function commandSyntax(command: string): string {
  return command === "http" ? "--http" : command;
}

/** Commands by name and alias, except `http`, which is written `--http`. */
export const commandWords: ReadonlyMap<string, Command> = new Map([
  ...Object.keys(commands).flatMap((name): [string, Command][] =>
    name === "http" ? [] : [[name, name as Command]],
  ),
  ["websocket", "ws"],
]);

/** Exit code for an invalid command line. */
export const usageExitCode = 2;

/** Thrown for an invalid command line. The message says why and what to write. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The error for a missing argument, with an example. `command` includes the action, if any. */
export function missingArgumentError(command: string, what: string): UsageError {
  const examples = Object.values(commands).flatMap(({ examples }) => examples);
  const example = examples.find((line) => line.startsWith(`svm-gateway ${command} `));
  return new UsageError(`${command} needs ${what}, for example: ${example}`);
}
