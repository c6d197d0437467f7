import type { Mutant } from "./find-mutants.ts";

/** Mutants of a file that no caller can tell from the file itself, and why. */
interface EqualMutants {
  readonly file: string;
  readonly why: string;
  /** The line, without its indentation, and each change of it: `before => after`. */
  readonly changes: Readonly<Record<string, readonly string[]>>;
}

/** They count neither as noticed nor as survivors. */
export const equalMutants: readonly EqualMutants[] = [
  {
    file: "src/consistency/agreement/answer-groups.ts",
    why: "Any order will do that is the same for every answer, and sorting asks only whether one member comes before another.",
    changes: {
      ".sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))": [
        "< => <=",
        "< => >=",
        "1 => 1 + 1",
        "> => >=",
        "> => <=",
        "a > b => true",
        "a > b => false",
        "0 => 0 + 1",
      ],
    },
  },
  {
    file: "src/gateway/params/check-params.ts",
    why: "Quick ways past parsing, which gives the same value and refuses the same numbers.",
    changes: {
      'if (raw.charCodeAt(0) === 0x22 && !raw.includes("\\\\")) return raw.slice(1, -1);': [
        'raw.charCodeAt(0) === 0x22 && !raw.includes("\\\\") => false',
        "0x22 => 0x22 + 1",
        '!raw.includes("\\\\") => raw.includes("\\\\")',
      ],
      "if (raw.length > 20) return false;": ["raw.length > 20 => false", "20 => 20 + 1"],
      "if (raw.length < 16) {": ["raw.length < 16 => false", "< => <=", "16 => 16 + 1"],
    },
  },
  {
    file: "src/gateway/params/check-params.ts",
    why: "A value of JSON that begins with no digit is negative or has another such character; past its end there is none.",
    changes: { "for (let index = 0; index < raw.length; index += 1) {": ["0 => 0 + 1", "< => <="] },
  },
  {
    file: "src/gateway/params/bound-params.ts",
    why: "There is no value at the index undefined.",
    changes: {
      "return index === undefined ? undefined : this.rawValues[index];": ["index === undefined => false"],
    },
  },
  {
    file: "src/gateway/params/bind-params.ts",
    why: "There is no item past the last one.",
    changes: { "for (let index = 0; index < items.length; index += 1) {": ["< => <="] },
  },
  {
    file: "src/json/cut-context-list.ts",
    why: "Without the context or the list the text that is put together is not cut either.",
    changes: {
      "if (context === undefined || value === undefined || members.length !== 2) return undefined;": [
        "|| => &&",
      ],
    },
  },
  {
    file: "src/json/context-slot.ts",
    why: "Only an object fits the pattern.",
    changes: {
      "if (!result.isObject) return undefined;": ["!result.isObject => false"],
    },
  },
  {
    file: "src/json/canonical.ts",
    why: "A quick way past folding, which gives the same text.",
    changes: {
      "return needsFolding.test(text) ? foldJson(text, canonicalFold) : text;": [
        "needsFolding.test(text) => true",
      ],
    },
  },
  {
    file: "src/json/canonical.ts",
    why: "Sorting asks only whether a key goes before another.",
    changes: {
      "return a < b ? -1 : a > b ? 1 : 0;": [
        "1 => 1 + 1",
        "a > b => true",
        "a > b => false",
        "> => >=",
        "> => <=",
        "0 => 0 + 1",
      ],
    },
  },
  {
    file: "src/json/canonical-bytes.ts",
    why: "How much room is made, and quick ways past writing members again in the order that they have.",
    changes: {
      "const grown = new Int32Array(2 * this.#members.length);": ["2 => 2 + 1"],
      "if (this.#members[2 * first] === this.#length) return;": [
        "this.#members[2 * first] === this.#length => false",
      ],
      "let isInOrder = true;": ["true => false"],
      "isInOrder &&= kept === 0 || this.#compare(order[kept - 1] as number, index) <= 0;": ["<= => <"],
      "if (isInOrder && kept === order.length) return;": ["isInOrder && kept === order.length => false"],
    },
  },
  {
    file: "src/json/canonical-bytes.ts",
    why: "Any number below 0 marks an array, members may be counted from any index, no member begins where a text is no object, characters outside of strings that share bits with brackets are none of JSON, and buffers may be longer than what they hold.",
    changes: {
      "const arrayLevel = -1;": ["1 => 1 + 1"],
      "#count = 0;": ["0 => 0 + 1"],
      "let isKey = false;": ["false => true"],
      "if ((code | 0x20) === 0x7d /* ] } */) this.#depth -= 1;": ["0x20 => 0x20 + 1"],
      "if ((code | 0x20) === 0x7b /* [ { */) {": ["0x20 => 0x20 + 1"],
      "const order = new Int32Array(count - first);": ["- => +"],
      "const copy = Buffer.allocUnsafe(this.#length - start);": ["- => +"],
      'if (length > 0) length += copy.write(",", length);': ["0 => 0 + 1"],
    },
  },
  {
    file: "src/json/canonical-bytes.ts",
    why: "Quick ways past writing members again, which gives the same; the bounds of a member are always there.",
    changes: {
      "isInOrder &&= kept === 0 || this.#compare(order[kept - 1] as number, index) <= 0;": [
        "|| => &&",
        "=== => !==",
        "0 => 0 + 1",
        "- => +",
        "1 => 1 + 1",
      ],
      "const [start = 0, end = 0] = this.#members.subarray(2 * index, 2 * index + 2);": [
        "0 => 0 + 1",
        "2 => 2 + 1",
      ],
    },
  },
  {
    file: "src/json/cut-context-list.ts",
    why: "What is no object is refused all the same; past the end there is no byte, and no character of JSON outside of strings shares these bits.",
    changes: {
      'const members = text.startsWith("{") ? cutObject(text, maxMembers) : [];': [
        'text.startsWith("{") => true',
      ],
      "for (; at < bytes.length; at += 1) {": ["< => <="],
      "} else if ((code | 0x20) === 0x7b /* [ { */) {": ["0x20 => 0x20 + 1"],
      "} else if ((code | 0x20) === 0x7d /* ] } */) {": ["0x20 => 0x20 + 1"],
      "while (start < end && (bytes[start] as number) <= 0x20) start += 1;": ["< => <=", "0x20 => 0x20 + 1"],
      "while (start < end && (bytes[end - 1] as number) <= 0x20) end -= 1;": ["< => <=", "0x20 => 0x20 + 1"],
    },
  },
  {
    file: "src/reads/items/cut-item-params.ts",
    why: "What is found is behind the first two characters.",
    changes: {
      "if (end < 0 || !(isLast || params.charCodeAt(end + 1) === 0x2c) /* , */) return undefined;": [
        "< => <=",
        "0 => 0 + 1",
      ],
    },
  },
  {
    file: "src/json/cut-raw.ts",
    why: "Quick ways: the bytes, the offsets and the answer of the slow way are the same.",
    changes: {
      "const longestEscape = 6;": ["6 => 6 + 1"],
      "if (raw.isObject) {": ["raw.isObject => true"],
      "if (at >= 0) ranges[at] = [start, end];": ["at >= 0 => true"],
      "while (this.#offset + part.length <= start) {": [
        "this.#offset + part.length <= start => false",
        "<= => <",
      ],
      "if (to <= part.length) return this.#find(part, from, to);": ["to <= part.length => false", "<= => <"],
      "return -1;": ["1 => 1 + 1"],
      "if (length < key.length || length > longestEscape * key.length) return false;": [
        "length < key.length || length > longestEscape * key.length => false",
        "|| => &&",
      ],
      'if (code === backslash || code >= 0x80) return unquote(bytes.toString("utf8", start, end)) === key;': [
        "code === backslash || code >= 0x80 => true",
        ">= => >",
        "0x80 => 0x80 + 1",
      ],
      "if (parts.length === 1 && only !== undefined) return RawJson.fromBytes(only.subarray(start, end));": [
        "parts.length === 1 && only !== undefined => false",
        "!== => ===",
      ],
      "if (from < to) cut.push(from === 0 && to === part.length ? part : part.subarray(from, to));": [
        "from === 0 && to === part.length => false",
      ],
      "if (offset >= end) break;": ["offset >= end => false", ">= => >"],
    },
  },
  {
    file: "src/json/cut-response.ts",
    why: "There is no member past the last one.",
    changes: {
      "for (let at = 0; at < marks.length; at += 4) {": ["< => <="],
    },
  },
  {
    file: "src/json/cut-text.ts",
    why: "A quick way past parsing a string without escapes.",
    changes: {
      'return raw.includes("\\\\") ? (JSON.parse(raw) as string) : raw.slice(1, -1);': [
        'raw.includes("\\\\") => true',
      ],
    },
  },
  {
    file: "src/json/fold-json.ts",
    why: "A quick way: a string is a value, too.",
    changes: {
      "const end = code === 0x22 ? skipString(text, position) : skipValue(text, position);": [
        "code === 0x22 => false",
        "0x22 => 0x22 + 1",
      ],
    },
  },
  {
    file: "src/json/indent.ts",
    why: "Any number below 0 says that there is no end, and an end is never the first token; past the last token there is none.",
    changes: {
      "let oneLineEnd = -1;": ["1 => 1 + 1"],
      "const flat = index < oneLineEnd;": ["< => <="],
      "const end = flat ? -1 : shortEnd(tokens, index);": ["1 => 1 + 1"],
      "if (end >= 0) oneLineEnd = end;": [">= => >", "0 => 0 + 1"],
      "if (!flat && end < 0) {": ["< => <=", "0 => 0 + 1"],
      "for (let index = start; index < tokens.length; index += 1) {": ["< => <="],
      "if (width > oneLineWidth) return -1;": ["1 => 1 + 1"],
      "return -1;": ["1 => 1 + 1"],
    },
  },
  {
    file: "src/json/join.ts",
    why: "Which pieces are joined and which stay parts: the bytes are the same.",
    changes: {
      "const smallPieceBytes = 2048;": ["2048 => 2048 + 1"],
      "let length = 0;": ["0 => 0 + 1"],
      "if (length > maxTextBytes) return concatParts(pieces);": ["length > maxTextBytes => true", "> => >="],
      'if (typeof piece === "string" || piece.byteLength <= smallPieceBytes) {': ["<= => <"],
    },
  },
  {
    file: "src/json/raw-json.ts",
    why: "The character 0 is its own kind.",
    changes: {
      'if (first === "-" || (first >= "0" && first <= "9")) return "0";': [">= => >"],
    },
  },
  {
    file: "src/json/raw-json.ts",
    why: "Quick ways past a conversion that gives the same text; a value has a first part.",
    changes: {
      "export const maxTextBytes = 16_384;": ["16_384 => 16_384 + 1"],
      "if (this.byteLength <= maxTextBytes) this.#content = this.toByteText();": [
        "this.byteLength <= maxTextBytes => false",
        "<= => <",
        "<= => >",
      ],
      'if (typeof this.#content === "string") return this.#content;': [
        'typeof this.#content === "string" => false',
        '"string" => "mutant"',
      ],
      'return Buffer.byteLength(text) === text.length ? text : Buffer.from(text).toString("latin1");': [
        "Buffer.byteLength(text) === text.length => false",
      ],
    },
  },
  {
    file: "src/json/scan/byte-gatherer.ts",
    why: "The sizes of buffers: the bytes are the same.",
    changes: {
      "this.#nextBufferBytes = Math.min(2 * this.#nextBufferBytes, lastBufferBytes);": ["2 => 2 + 1"],
    },
  },
  {
    file: "src/json/lossless.ts",
    why: "A quick way past folding, which gives the same values.",
    changes: {
      "if (longDigits.test(text)) return foldJson(text, losslessFold);": ["longDigits.test(text) => true"],
    },
  },
  {
    file: "src/json/scan/value-count.ts",
    why: "A quick way past counting: a text has fewer values than characters.",
    changes: { "if (text.length < max) return;": ["text.length < max => false", "< => <="] },
  },
  {
    file: "src/json/scan/plain-text.ts",
    why: "Which bytes are read one by one and which four at a time: the end of the text is the same.",
    changes: {
      "const plain = new Uint8Array(256).fill(1, 0x20);": ["256 => 256 + 1"],
      "const nearBytes = 16;": ["16 => 16 + 1"],
      "const minBytesForWords = 512;": ["512 => 512 + 1"],
      "while (index < near && plain[bytes[index] as number] === 1) index += 1;": ["< => <="],
      "if (length - index >= minBytesForWords) index = this.#skipWords(index);": [
        "length - index >= minBytesForWords => true",
        "length - index >= minBytesForWords => false",
        ">= => >",
        ">= => <",
        "- => +",
      ],
      "while (index < length && plain[bytes[index] as number] === 1) index += 1;": ["< => <="],
      "this.#words ??= new Int32Array(buffer, byteOffset - shift, (length + shift) >> 2);": [
        "+ => -",
        "2 => 2 + 1",
      ],
      "let at = (from + shift) >> 2;": ["+ => -"],
      "while (at < words.length && !mayEnd(words[at] as number)) at += 1;": [
        "at < words.length && !mayEnd(words[at] as number) => false",
        "< => >=",
      ],
      "const control = (word - 0x20202020) & ~word;": ["& => |", "0x20202020 => 0x20202020 + 1"],
      "const found = control | ((quotes - 0x01010101) & ~quotes) | ((backslashes - 0x01010101) & ~backslashes);":
        ["& => |", "0x01010101 => 0x01010101 + 1"],
      "return (found & 0x80808080) !== 0;": ["& => |", "0x80808080 => 0x80808080 + 1", "0 => 0 + 1"],
    },
  },
  {
    file: "src/json/scan/skip-value.ts",
    why: "The kind of a level is any other number, and how many levels are kept allocated changes no result.",
    changes: {
      "const inObject = 1;": ["1 => 1 + 1"],
      "const keptLevels = 1024;": ["1024 => 1024 + 1"],
      "if (levels.length > keptLevels) levels = new Uint8Array(keptLevels);": [
        "levels.length > keptLevels => true",
        "levels.length > keptLevels => false",
        "> => >=",
        "> => <=",
      ],
      "const grown = new Uint8Array(depth * 2);": ["2 => 2 + 1"],
    },
  },
  {
    file: "src/json/scan/skip-value.ts",
    why: "The character after a space is no whitespace, and a space inside a string is plain.",
    changes: {
      "if (code > 0x20 || !isSpace(code)) break;": ["0x20 => 0x20 + 1"],
      'if (code < 0x20) throw new JsonError("syntax", "a control character inside a string", position);': [
        "< => <=",
        "0x20 => 0x20 + 1",
      ],
    },
  },
  {
    file: "src/json/scan/utf8-checker.ts",
    why: "A quick way past checking a chunk with what came before it, which is nothing; and lengths that no byte has.",
    changes: {
      "if (this.#partial.length === 0 && isUtf8(chunk)) return;": [
        "this.#partial.length === 0 && isUtf8(chunk) => false",
      ],
      "const bytes = this.#partial.length === 0 ? chunk : Buffer.concat([this.#partial, chunk]);": [
        "this.#partial.length === 0 => false",
      ],
      "const length = byte >= 0b1111_0000 ? 4 : byte >= 0b1110_0000 ? 3 : byte >= 0b1100_0000 ? 2 : 1;": [
        "4 => 4 + 1",
        "0b1100_0000 => 0b1100_0000 + 1",
      ],
    },
  },
  {
    file: "src/json/scan/json-error.ts",
    why: "Only a bug throws anything but a JsonError, and there is no known one.",
    changes: {
      "if (caught instanceof JsonError) return undefined;": ["caught instanceof JsonError => true"],
    },
  },
  {
    file: "src/json/scan/byte-gatherer.ts",
    why: "The sizes of buffers: the bytes are the same.",
    changes: {
      "const firstBufferBytes = 4096;": ["4096 => 4096 + 1"],
      "const lastBufferBytes = 64 * 1024;": ["64 => 64 + 1", "1024 => 1024 + 1"],
    },
  },
  {
    file: "src/limits/rate-limiter.ts",
    why: "Without a link the shared counter is never asked.",
    changes: {
      "const shared = link === undefined ? undefined : createSharedCounter(windows, link);": [
        "link === undefined => false",
      ],
    },
  },
  {
    file: "src/limits/window-counter.ts",
    why: "With nothing too much no window is waited for: the sum is never above zero.",
    changes: { "if (excess <= 0) continue;": ["<= => <"] },
  },
  {
    file: "src/rpc/answer.ts",
    why: "There is a member at each index below the length: the list has no holes.",
    changes: {
      "while (next < members.length) {": ["< => <="],
      "if (member === undefined) continue;": ["member === undefined => false"],
    },
  },
  {
    file: "src/rpc/parse-request.ts",
    why: "Members beyond the limit are only kept out of memory: the batch is refused as a whole.",
    changes: {
      "if (count <= maxBatch) members.push(reader.request(allowsDirectForm));": ["count <= maxBatch => true"],
    },
  },
  {
    file: "src/rpc/parse-request.ts",
    why: "A quick way past decoding, which gives the same text.",
    changes: {
      'switch (rawKey.includes("\\\\") ? quote(unquote(rawKey)) : rawKey) {': [
        'rawKey.includes("\\\\") => true',
      ],
      'if (!isDirectForm && jsonrpc !== \'"2.0"\' && stringIn(jsonrpc) !== "2.0")': ['\'"2.0"\' => "mutant"'],
    },
  },
  {
    file: "src/rpc/parse-request.ts",
    why: "The value is JSON already, and none begins with a colon.",
    changes: {
      'return code === 0x22 || code === 0x2d || (code >= 0x30 && code <= 0x39) || raw === "null";': [
        "0x39 => 0x39 + 1",
      ],
    },
  },
  {
    file: "src/rpc/parse-request.ts",
    why: "Only a bug throws anything but a JsonError, and there is no known one.",
    changes: {
      "if (!(caught instanceof JsonError)) throw caught;": ["!(caught instanceof JsonError) => false"],
    },
  },
  {
    file: "src/rpc/write-response.ts",
    why: "A quick way past counting bytes: no length is a third of 16,384, and the count decides otherwise.",
    changes: {
      "if (text.length * 3 <= maxErrorBytes || Buffer.byteLength(text) <= maxErrorBytes) return text;": [
        "3 => 3 + 1",
      ],
    },
  },
];

/** Whether a mutant is listed as equal. */
export function isEqual(mutant: Mutant, list: readonly EqualMutants[] = equalMutants): boolean {
  return list.some(
    ({ file, changes }) =>
      file === mutant.file && changes[mutant.lineText]?.includes(changeOf(mutant)) === true,
  );
}

/** How the list writes the change of a mutant. */
function changeOf({ before, after }: Mutant): string {
  return `${before} => ${after}`;
}

/** Entries of the list that no mutant has any more. */
export function staleEntries(
  mutants: readonly Mutant[],
  list: readonly EqualMutants[] = equalMutants,
): string[] {
  const known = new Set(mutants.map((mutant) => `${mutant.file}: ${mutant.lineText}: ${changeOf(mutant)}`));
  return list
    .flatMap(({ file, changes }) =>
      Object.entries(changes).flatMap(([line, list]) => list.map((change) => `${file}: ${line}: ${change}`)),
    )
    .filter((entry) => !known.has(entry));
}
