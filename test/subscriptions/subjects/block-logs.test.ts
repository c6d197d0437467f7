import { expect } from "chai";
import { RawJson } from "../../../src/json/raw-json.ts";
import { JsonError } from "../../../src/json/scan/json-error.ts";
import { blockLogs } from "../../../src/subscriptions/subjects/logs-subject.ts";

const vote = "Vote111111111111111111111111111111111111111";

function transaction(signature: string, keys: string[], programs: number[], meta: string): string {
  const instructions = programs.map((programIdIndex) => ({ programIdIndex }));
  const body = { signatures: [signature], message: { accountKeys: keys, instructions } };
  return `{"meta":${meta},"transaction":${JSON.stringify(body)}}`;
}

describe("logs of a block", () => {
  const block = RawJson.fromText(
    `{"blockhash":"h","transactions":[${[
      transaction("v", ["a", vote], [1], '{"err":null,"logMessages":["l"]}'),
      transaction("both", ["a", vote, "p"], [1, 2], '{"err":null,"logMessages":["l"]}'),
      transaction(
        "table",
        ["a", "p"],
        [1],
        '{"err":{"InstructionError":[0,{"Custom":4294967295}]},"logMessages":[ "x" ],"loadedAddresses":{"writable":["w"],"readonly":["r"]}}',
      ),
      transaction("silent", ["a"], [], '{"err":null,"logMessages":null}'),
    ].join()}]}`,
  );
  const logs = blockLogs(block);

  it("are in order, with errors and logs byte for byte", () => {
    expect(logs.map(({ signature }) => signature)).to.deep.equal(['"v"', '"both"', '"table"', '"silent"']);
    expect(String(logs[2]?.err)).to.equal('{"InstructionError":[0,{"Custom":4294967295}]}');
    expect(logs.map((entry) => String(entry.logs))).to.deep.equal(['["l"]', '["l"]', '[ "x" ]', "[]"]);
  });

  it("are a vote's if nothing but the vote program is called", () => {
    expect(logs.map(({ isVote }) => isVote)).to.deep.equal([true, false, false, false]);
  });

  it("include the addresses of lookup tables", () => {
    expect([...(logs[2]?.mentions ?? [])]).to.deep.equal(["a", "p", "w", "r"]);
  });

  it("are cut once for all readers of the block", () => {
    expect(blockLogs(block)).to.equal(logs);
  });

  it("are empty for a block without transactions", () => {
    expect(blockLogs(RawJson.fromText('{"blockhash":"h"}'))).to.deep.equal([]);
  });
});

describe("a block with more transactions or addresses than fit in one", () => {
  it("is refused", () => {
    const ofTransactions = (text: string, count: number) =>
      RawJson.fromText(`{"transactions":[${`${text},`.repeat(count - 1)}${text}]}`);
    expect(() => blockLogs(ofTransactions("{}", 65_537))).to.throw(JsonError, "more than 65536 items");
    const keys = Array.from({ length: 500 }, (_, index) => index.toString(36));
    const hostile = ofTransactions(transaction("x", keys, [], "{}"), 4);
    expect(() => blockLogs(hostile)).to.throw(JsonError, "too many addresses");
  });
});
