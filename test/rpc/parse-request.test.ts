import { expect } from "chai";
import { type ParsedBody, type ParseRequestOptions, parseRequest } from "../../src/rpc/parse-request.ts";

/** A summary of a parsed body: faults as code, message and id. */
function read(body: Buffer | string, options?: ParseRequestOptions): unknown {
  return short(parseRequest(body, options));
}

function short(parsed: ParsedBody): unknown {
  if (parsed.kind === "badRequest")
    return { code: parsed.error.code, message: parsed.error.message, id: parsed.id };
  if (parsed.kind === "batch") return parsed.members.map(short);
  const { method, params, id } = parsed;
  return { method, params, id };
}

const invalid = (message: string, id = "null") => ({
  code: -32600,
  message: `Invalid Request: ${message}`,
  id,
});

const requests: readonly (readonly [name: string, body: string, request: object])[] = [
  [
    "positional parameters",
    '{"jsonrpc":"2.0","id":1,"method":"getBalance","params":["83ast",{"commitment":"confirmed"}]}',
    { method: "getBalance", params: '["83ast",{"commitment":"confirmed"}]', id: "1" },
  ],
  [
    "named parameters",
    '{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":1}}',
    { method: "m", params: '{"a":1}', id: "1" },
  ],
  ["no parameters", '{"jsonrpc":"2.0","id":1,"method":"m"}', { method: "m", params: undefined, id: "1" }],
  [
    "null parameters",
    '{"jsonrpc":"2.0","id":1,"method":"m","params":null}',
    { method: "m", params: undefined, id: "1" },
  ],
  [
    "empty parameters",
    '{"jsonrpc":"2.0","id":1,"method":"m","params":[]}',
    { method: "m", params: "[]", id: "1" },
  ],
  [
    "any order and any whitespace",
    ' {\n"params" : [ 1 ,2 ] ,\t"method": "m" , "id" :1 ,"jsonrpc" : "2.0" } \r\n',
    { method: "m", params: "[ 1 ,2 ]", id: "1" },
  ],
  [
    "digits as written",
    '{"jsonrpc":"2.0","id":1,"method":"m","params":[9007199254740993,18446744073709551615,1.0,1e2,-0,1E400]}',
    { method: "m", params: "[9007199254740993,18446744073709551615,1.0,1e2,-0,1E400]", id: "1" },
  ],
  [
    "escapes in keys",
    '{"jsonrp\\u0063":"2.0","\\u0069d":1,"meth\\u006fd":"m"}',
    { method: "m", params: undefined, id: "1" },
  ],
  [
    "escapes in the version and the method",
    '{"jsonrpc":"2\\u002e0","id":1,"method":"get\\u0042alance\\n"}',
    { method: "getBalance\n", params: undefined, id: "1" },
  ],
  ["an empty method", '{"jsonrpc":"2.0","id":1,"method":""}', { method: "", params: undefined, id: "1" }],
  ["a notification", '{"jsonrpc":"2.0","method":"m"}', { method: "m", params: undefined, id: undefined }],
  [
    "members that nobody asked for",
    '{"jsonrpc":"2.0","id":1,"method":"m","extra":{"id":2,"method":"x"},"Method":"y"}',
    { method: "m", params: undefined, id: "1" },
  ],
  [
    "keys written twice, the last one",
    '{"jsonrpc":"1.0","id":1,"method":"a","params":[1],"id":2,"method":"b","params":[2],"jsonrpc":"2.0"}',
    { method: "b", params: "[2]", id: "2" },
  ],
  [
    "keys written twice, once with escapes",
    '{"jsonrpc":"2.0","id":1,"method":"a","\\u006dethod":"b"}',
    { method: "b", params: undefined, id: "1" },
  ],
  [
    "__proto__ as any other key",
    '{"__proto__":{"method":"x","id":9},"jsonrpc":"2.0","id":1,"method":"m"}',
    { method: "m", params: undefined, id: "1" },
  ],
  [
    "a byte order mark",
    '\ufeff{"jsonrpc":"2.0","id":1,"method":"m"}',
    { method: "m", params: undefined, id: "1" },
  ],
];

const ids = [
  ...["0", "1", "-1", "1.0", "1e2", "-0", "1E400", "9007199254740993", "18446744073709551615", "null"],
  ...['""', '"a"', '"1"', '"\\u0041\\n"', '"\\u0000"', '"\\ud83d"', '"😀"', '"é"'],
];

const invalidRequests: readonly (readonly [name: string, body: string, error: object])[] = [
  ["a number", "1", invalid("a request must be a JSON object.")],
  ["a string", '"x"', invalid("a request must be a JSON object.")],
  ["null", "null", invalid("a request must be a JSON object.")],
  ["an empty object", "{}", invalid('jsonrpc must be "2.0", got none.')],
  ["no version", '{"id":1,"method":"m"}', invalid('jsonrpc must be "2.0", got none.', "1")],
  [
    "another version",
    '{"jsonrpc":"1.0","id":1,"method":"m"}',
    invalid('jsonrpc must be "2.0", got "1.0".', "1"),
  ],
  [
    "a version that is a number",
    '{"jsonrpc":2.0,"id":1,"method":"m"}',
    invalid('jsonrpc must be "2.0", got 2.0.', "1"),
  ],
  [
    "no method",
    '{"jsonrpc":"2.0","id":"\\u0041"}',
    invalid("method must be a string, got none.", '"\\u0041"'),
  ],
  [
    "a method that is a number",
    '{"jsonrpc":"2.0","method":1,"params":"bar"}',
    invalid("method must be a string, got 1."),
  ],
  [
    "a null method",
    '{"jsonrpc":"2.0","id":1,"method":null}',
    invalid("method must be a string, got null.", "1"),
  ],
  ...["1", '"x"', "true", "false"].map(
    (params) =>
      [
        `params ${params}`,
        `{"jsonrpc":"2.0","id":1,"method":"m","params":${params}}`,
        invalid(`params must be an array or an object, got ${params}.`, "1"),
      ] as const,
  ),
  ...["{}", "[]", "true", "false"].map(
    (id) =>
      [
        `an id ${id}`,
        `{"jsonrpc":"2.0","id":${id},"method":"m"}`,
        invalid(`id must be a string, a number or null, got ${id}.`),
      ] as const,
  ),
];

const brokenBodies: readonly (readonly [name: string, body: Buffer | string, message: string])[] = [
  ["an empty body", "", "the text ends too early, at character 0."],
  ["only whitespace", " \n", "the text ends too early, at character 2."],
  ["a body cut short", '{"jsonrpc":"2.0","id":1,', "the text ends too early, at character 24."],
  [
    "text after a request",
    '{"jsonrpc":"2.0","id":1,"method":"m"}x',
    'expected nothing more, found "x", at character 37.',
  ],
  ["two requests", "{}{}", 'expected nothing more, found "{", at character 2.'],
  ["a broken value that nobody asked for", '{"x":01}', 'expected "," or "}", found "1", at character 6.'],
  ["broken params", '{"params":[1,]}', 'expected a value, found "]", at character 13.'],
  ["a broken invalid request", '{"method":1', "the text ends too early, at character 11."],
  ["a batch cut short", '[{"jsonrpc":"2.0"},', "the text ends too early, at character 19."],
  ["a batch with a comma too many", "[1,]", 'expected a value, found "]", at character 3.'],
  ["an open batch", "[", "the text ends too early, at character 1."],
  ["text after an empty batch", "[]x", 'expected nothing more, found "x", at character 2.'],
  ["text far after a batch", "[1] x", 'expected nothing more, found "x", at character 4.'],
  ["text after a batch", "[]]", 'expected nothing more, found "]", at character 2.'],
  ["a batch closed as an object", "[1}", 'expected "," or "]", found "}", at character 2.'],
  ["two byte order marks", "\ufeff\ufeff{}", 'expected a value, found "\ufeff", at character 1.'],
  ["single quotes", "{'id':1}", 'expected a key in quotes, found "\'", at character 1.'],
];

describe("parseRequest", () => {
  for (const [name, body, request] of requests) {
    it(`reads ${name}`, () => {
      expect(read(body)).to.deep.equal(request);
      expect(read(Buffer.from(body))).to.deep.equal(request);
      expect(read(`[${body.replace("\ufeff", "")}]`)).to.deep.equal([request]);
    });
  }

  for (const id of ids) {
    it(`keeps the id ${id} as written`, () => {
      expect(read(`{"jsonrpc":"2.0","id":${id},"method":"m"}`)).to.have.property("id", id);
      expect(read(`{"jsonrpc":"2.0","id": ${id} }`)).to.have.property("id", id);
    });
  }

  for (const [name, body, fault] of invalidRequests) {
    it(`finds ${name} not to be a request`, () => {
      expect(read(body)).to.deep.equal(fault);
      expect(read(`[${body}]`)).to.deep.equal([fault]);
    });
  }

  for (const [name, body, message] of brokenBodies) {
    it(`finds ${name} not to be JSON`, () => {
      const fault = { code: -32700, message: `Parse error: ${message}`, id: "null" };
      expect(read(body)).to.deep.equal(fault);
      expect(read(Buffer.from(body))).to.deep.equal(fault);
    });
  }

  for (const bytes of [[0xff], [0x22, 0xc3, 0x22], [0x22, 0xed, 0xa0, 0xbd, 0x22], [0xc0, 0xaf]]) {
    it(`finds the bytes ${Buffer.from(bytes).toString("hex")} not to be UTF-8`, () => {
      const fault = { code: -32700, message: "Parse error: the body is not valid UTF-8.", id: "null" };
      expect(read(Buffer.from(bytes))).to.deep.equal(fault);
    });
  }

  it("reads a text that holds the character for bytes that are not UTF-8", () => {
    const body = '{"jsonrpc":"2.0","id":"\ufffd","method":"m"}';
    const request = { method: "m", params: undefined, id: '"\ufffd"' };
    expect([read(body), read(Buffer.from(body))]).to.deep.equal([request, request]);
  });

  it("does not repeat the body in its error", () => {
    const secret = "s3cr3t".repeat(10);
    expect(JSON.stringify(read(`{"method":"${secret}`))).not.to.include("s3cr3t");
  });

  describe("batches", () => {
    it("keeps the order, with members that are not requests in their place", () => {
      const batch = '[{"jsonrpc":"2.0","id":2,"method":"b"},1,{"jsonrpc":"2.0","method":"n"},[],{"id":1}]';
      expect(read(batch)).to.deep.equal([
        { method: "b", params: undefined, id: "2" },
        invalid("a request must be a JSON object."),
        { method: "n", params: undefined, id: undefined },
        invalid("a request must be a JSON object."),
        invalid('jsonrpc must be "2.0", got none.', "1"),
      ]);
    });

    for (const body of ["[]", " [ \n ] "]) {
      it(`answers ${JSON.stringify(body)} with one error`, () => {
        expect(read(body)).to.deep.equal(invalid("the batch is empty."));
      });
    }

    it("accepts as many members as allowed, and answers a batch of one more with one error", () => {
      const batchOf = (count: number) =>
        `[${Array(count).fill('{"jsonrpc":"2.0","id":1,"method":"m"}').join(",")}]`;
      expect(read(batchOf(100))).to.have.length(100);
      expect(read(batchOf(101))).to.deep.equal(
        invalid("the batch has 101 members, more than the limit of 100; split it."),
      );
      expect(read(batchOf(3), { maxBatch: 3 })).to.have.length(3);
      expect(read(batchOf(4), { maxBatch: 3 })).to.have.property("code", -32600);
    });

    it("finds a batch over the limit not to be JSON if it is not", () => {
      expect(read(`[${"1,".repeat(200)}`)).to.have.property("code", -32700);
    });
  });

  describe("nesting", () => {
    const nested = (levels: number) =>
      `{"jsonrpc":"2.0","id":1,"method":"m","params":${"[".repeat(levels)}${"]".repeat(levels)}}`;
    const tooDeep = invalid("nested deeper than 512 levels.");

    it("accepts 512 levels, and no more", () => {
      expect(read(nested(511))).to.have.property("method", "m");
      expect(read(nested(512))).to.deep.equal(tooDeep);
      expect(read(`[${nested(510)}]`)).to.have.length(1);
      expect(read(`[${nested(511)}]`)).to.deep.equal(tooDeep);
      expect(read(`[${"[".repeat(512)}${"]".repeat(512)}]`)).to.deep.equal(tooDeep);
    });

    it("finds 100,000 levels to be too deep, or not JSON if they are not closed", () => {
      expect(read(nested(100_000))).to.deep.equal(tooDeep);
      expect(read(`${"[".repeat(100_000)}${"]".repeat(100_000)}`)).to.deep.equal(tooDeep);
      expect(read("[".repeat(100_000))).to.have.property("code", -32700);
      expect(read('{"a":'.repeat(100_000))).to.have.property("code", -32700);
    });
  });

  describe("the direct form", () => {
    const direct = '{"method":"getBalance","params":{"pubkey":"83ast"}}';

    it("is read only if it is allowed", () => {
      expect(parseRequest(direct, { allowsDirectForm: true })).to.deep.equal({
        kind: "request",
        method: "getBalance",
        params: '{"pubkey":"83ast"}',
        id: undefined,
        isDirectForm: true,
      });
      expect(read(direct)).to.deep.equal(invalid('jsonrpc must be "2.0", got none.'));
    });

    it("leaves requests with a version unchanged", () => {
      const request = parseRequest('{"jsonrpc":"2.0","method":"m"}', { allowsDirectForm: true });
      expect(request).to.include({ kind: "request", isDirectForm: false });
      expect(read('{"jsonrpc":"1.0","method":"m"}', { allowsDirectForm: true })).to.deep.equal(
        invalid('jsonrpc must be "2.0", got "1.0".'),
      );
    });
  });
});
