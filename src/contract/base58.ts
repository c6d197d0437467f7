/** Digit of each ASCII character in the ledger's base 58; -1 where it is none. */
const digits = new Int8Array(128).fill(-1);
const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
for (const [digit, character] of [...alphabet].entries()) {
  digits[character.charCodeAt(0)] = digit;
}

/** 58^4: four characters are taken at once; a limb of 29 bits times this stays below 2^53. */
const chunkBase = 58 ** 4;
const limbBase = 2 ** 29;

/** Every character is a base-58 digit (and there is at least one). */
export function isBase58(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if ((digits[text.charCodeAt(index)] ?? -1) < 0) return false;
  }
  return text.length > 0;
}

/**
 * How many bytes a base-58 text stands for; -1 when it is not base 58 or longer than 128 characters (a signature has 88).
 * Counts without making the bytes: called for every address of every request.
 */
export function base58ByteLength(text: string): number {
  const { length } = text;
  if (length === 0 || length > 128) return -1;
  let zeros = 0;
  while (zeros < length && text.charCodeAt(zeros) === 0x31) zeros += 1;
  const limbs: number[] = [];
  let index = zeros;
  while (index < length) {
    let carry = 0;
    let base = 1;
    for (const end = Math.min(index + 4, length); index < end; index += 1) {
      const digit = digits[text.charCodeAt(index)] ?? -1;
      if (digit < 0) return -1;
      carry = carry * 58 + digit;
      base *= 58;
    }
    carry = multiplyAdd(limbs, base === chunkBase ? chunkBase : base, carry);
    if (carry > 0) limbs.push(carry);
  }
  return zeros + limbsByteLength(limbs);
}

/** limbs = limbs × factor + carry, in place; gives what goes beyond the last limb. */
function multiplyAdd(limbs: number[], factor: number, added: number): number {
  let carry = added;
  for (let limb = 0; limb < limbs.length; limb += 1) {
    const value = (limbs[limb] ?? 0) * factor + carry;
    carry = Math.floor(value / limbBase);
    limbs[limb] = value - carry * limbBase;
  }
  return carry;
}

function limbsByteLength(limbs: readonly number[]): number {
  const highest = limbs.at(-1);
  if (highest === undefined) return 0;
  return Math.ceil(((limbs.length - 1) * 29 + 32 - Math.clz32(highest)) / 8);
}

/** The bytes of base-58 text. Throws on a character outside of the alphabet. */
export function decodeBase58(text: string): Buffer {
  let value = 0n;
  for (const character of text) {
    const digit = alphabet.indexOf(character);
    if (digit < 0) throw new RangeError(`${JSON.stringify(character)} is no base-58 character`);
    value = value * 58n + BigInt(digit);
  }
  let zeros = 0;
  while (text[zeros] === "1") zeros += 1;
  const hex = value === 0n ? "" : value.toString(16);
  return Buffer.concat([Buffer.alloc(zeros), Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, "hex")]);
}
