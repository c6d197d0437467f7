/** Words in paths and query names that are certainly not keys. Any other word may be one: some keys are short, or only letters. */
const knownWords = new Set(
  (
    "api rpc json jsonrpc http https ws wss websocket socket rest v network networks net chain chains ledger ledgers node nodes " +
    "main mainnet dev devnet test testnet local localnet beta alpha solana sol svm eclipse sonic soon fogo archive archival " +
    "full lite free public private shared pro health status metrics docs openrpc mcp site playground livez readyz index html " +
    "registry list data key apikey token access auth id user name session secret password"
  ).split(" "),
);

/** Whether a path segment can't be a key: it has at most two characters, or consists of known words and version numbers. */
export function isHarmless(segment: string): boolean {
  if (segment.length > 64) return false;
  if (segment.length <= 2) return true;
  return segment
    .split(/[-_.]/)
    .every((word) => word === "" || /^v?\d{1,3}$/.test(word) || knownWords.has(word));
}
