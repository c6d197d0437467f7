const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
/** The most base-58 digits that a double holds exactly. */
const digitsAtOnce = 9;
const manyDigits = 58n ** BigInt(digitsAtOnce);
const digitsOnly = /^[1-9A-HJ-NP-Za-km-z]+$/;

/** The lowest and highest text for a number of bytes, the first of which is not 0. */
interface LengthBounds {
  readonly least: string;
  readonly greatest: string;
}

const bounds: LengthBounds[] = [{ least: "", greatest: "" }];

/** Returns true if every character is a base-58 digit, and there is at least one. */
export function isBase58(text: string): boolean {
  return digitsOnly.test(text);
}

/**
 * True if a text encodes exactly `bytes` bytes. Decodes nothing: base-58 digits sort like their characters, so texts of the same length
 * compare like their numbers.
 */
export function isBase58OfLength(text: string, bytes: number): boolean {
  let zeros = 0;
  while (zeros <= bytes && text.charCodeAt(zeros) === 0x31) zeros += 1;
  if (zeros > bytes) return false;
  const { least, greatest } = lengthBounds(bytes - zeros);
  const rest = zeros === 0 ? text : text.slice(zeros);
  const { length } = rest;
  if (length < least.length || length > greatest.length) return false;
  if (length === least.length && rest < least) return false;
  if (length === greatest.length && rest > greatest) return false;
  return rest === "" || isBase58(rest);
}

function lengthBounds(bytes: number): LengthBounds {
  const cached = bounds[bytes];
  if (cached !== undefined) return cached;
  const bits = BigInt(8 * bytes);
  const computed = { least: encode(1n << (bits - 8n)), greatest: encode((1n << bits) - 1n) };
  bounds[bytes] = computed;
  return computed;
}

function encode(value: bigint): string {
  const digits: string[] = [];
  for (let left = value; left > 0n; ) {
    let part = Number(left % manyDigits);
    left /= manyDigits;
    for (let at = 0; at < digitsAtOnce && (left > 0n || part > 0); at += 1) {
      digits.push(alphabet.charAt(part % 58));
      part = Math.floor(part / 58);
    }
  }
  // A string built by appending would keep every intermediate string in memory.
  return digits.reverse().join("");
}

/** Encodes bytes. Each leading zero becomes a `1`. */
export function encodeBase58(bytes: Uint8Array): string {
  const zeros = bytes.findIndex((byte) => byte !== 0);
  if (zeros < 0) return "1".repeat(bytes.length);
  return "1".repeat(zeros) + encode(BigInt(`0x${Buffer.from(bytes).toString("hex")}`));
}

/** Decodes base-58 text. Throws a RangeError for any other character. */
export function decodeBase58(text: string): Buffer {
  let value = 0n;
  for (const character of text) {
    const digit = alphabet.indexOf(character);
    if (digit < 0) throw new RangeError(`${JSON.stringify(character)} is not a base-58 character`);
    value = value * 58n + BigInt(digit);
  }
  let zeros = 0;
  while (text[zeros] === "1") zeros += 1;
  const hex = value === 0n ? "" : value.toString(16);
  return Buffer.concat([Buffer.alloc(zeros), Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, "hex")]);
}
