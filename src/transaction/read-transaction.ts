import { decodeBase58, encodeBase58 } from "../text/base58.ts";

/** The first byte of a version 1 transaction, whose message comes before its signatures. */
const versionOneByte = 0x81;
const versionFlag = 0x80;
const signatureBytes = 64;
const keyBytes = 32;
/** Most bytes that nodes take, of version 1 and of earlier versions. */
const maxBytes = { versionOne: 4096, earlier: 1232 } as const;
/** Length of the longest transaction in base-64. */
export const maxEncodedLength = 5464;
/** Bits of a version 1 message's mask: the values that the message configures. */
const configBits = { priorityFee: 3, computeUnitLimit: 4, loadedDataLimit: 8, heapSize: 16 } as const;
const systemProgram = encodeBase58(new Uint8Array(keyBytes));
const computeBudgetProgram = "ComputeBudget111111111111111111111111111111";
/** Instructions, by the number at the start of their data. */
const systemTransfer = 2;
const systemAdvanceNonce = 4;
const setComputeUnitLimit = 2;

/** A transfer of lamports by the system program. */
export interface Transfer {
  readonly to: string;
  readonly lamports: bigint;
}

/** A signed transaction as read from its bytes. Accounts of lookup tables, which only the ledger knows, are left out. */
export interface WireTransaction {
  readonly version: "legacy" | 0 | 1;
  /** Its first signature, by which the ledger identifies it, in base-58. */
  readonly signature: string;
  /** Its blockhash, or the value of its durable nonce, in base-58. */
  readonly lifetime: string;
  /** Account of its durable nonce; undefined if it has a blockhash. */
  readonly nonceAccount: string | undefined;
  /** Addresses in the message that it may write. */
  readonly writable: readonly string[];
  /** Transfers of its own instructions to addresses in the message. */
  readonly transfers: readonly Transfer[];
  /** Most compute units that it may use; undefined if it sets no limit. */
  readonly computeUnitLimit: number | undefined;
}

/** Thrown for bytes that are not a transaction. The message follows "The transaction". */
export class InvalidTransactionError extends Error {
  override readonly name = "InvalidTransactionError";
}

/** Decodes the text of a transaction. Throws an InvalidTransactionError for text that is too long or not base-58. */
export function transactionBytes(text: string, encoding: "base64" | "base58"): Buffer {
  if (text.length > maxEncodedLength)
    throw new InvalidTransactionError(
      `has ${text.length} characters; nodes take ${maxEncodedLength} at most`,
    );
  if (encoding === "base64") return Buffer.from(text, "base64");
  try {
    return decodeBase58(text);
  } catch (caught) {
    if (caught instanceof RangeError)
      throw new InvalidTransactionError(`is not base-58 text: ${caught.message}`);
    throw caught;
  }
}

/** Reads a signed transaction. Throws an InvalidTransactionError for other bytes. Work and memory are linear in the length. */
export function readTransaction(bytes: Uint8Array): WireTransaction {
  const isVersionOne = bytes[0] === versionOneByte;
  const max = isVersionOne ? maxBytes.versionOne : maxBytes.earlier;
  if (bytes.length > max)
    throw new InvalidTransactionError(`has ${bytes.length} bytes; nodes take ${max} at most`);
  return isVersionOne ? readVersionOne(bytes) : readEarlier(bytes);
}

interface Header {
  readonly signers: number;
  readonly readOnlySigners: number;
  readonly readOnlyOthers: number;
}

interface Instruction {
  readonly program: number;
  readonly accounts: Buffer;
  readonly data: Buffer;
}

function readEarlier(bytes: Uint8Array): WireTransaction {
  const cursor = new ByteCursor(bytes);
  const signatures = cursor.shortLength();
  const signature = cursor.take(signatures * signatureBytes).subarray(0, signatureBytes);
  const first = bytes[cursor.at];
  const version = first !== undefined && (first & versionFlag) !== 0 ? first & ~versionFlag : "legacy";
  if (version !== "legacy" && version !== 0)
    throw new InvalidTransactionError(
      `has its message after its signatures, as in version 0, but names version ${version}`,
    );
  if (version === 0) cursor.take(1);
  const header = readHeader(cursor, signatures);
  const keys = readKeys(cursor, cursor.shortLength());
  const lifetime = encodeBase58(cursor.take(keyBytes));
  const instructions: Instruction[] = [];
  for (let left = cursor.shortLength(); left > 0; left -= 1) {
    const program = cursor.uint8();
    const accounts = cursor.take(cursor.shortLength());
    instructions.push({ program, accounts, data: cursor.take(cursor.shortLength()) });
  }
  if (version === 0) skipLookupTables(cursor);
  assertAllRead(cursor, bytes);
  return {
    version,
    ...commonFields({ header, signature, keys, lifetime, instructions }),
    computeUnitLimit: unitLimitIn(instructions, keys),
  };
}

function readVersionOne(bytes: Uint8Array): WireTransaction {
  const cursor = new ByteCursor(bytes, 1);
  const signatures = bytes[1] ?? 0;
  const header = readHeader(cursor, signatures);
  const mask = cursor.uint32();
  const lifetime = encodeBase58(cursor.take(keyBytes));
  const instructionCount = cursor.uint8();
  const keys = readKeys(cursor, cursor.uint8());
  const feeBits = mask & configBits.priorityFee;
  if (feeBits !== 0 && feeBits !== configBits.priorityFee)
    throw new InvalidTransactionError(
      "sets one of the two mask bits of a priority fee: both must be set, or neither",
    );
  if (feeBits !== 0) cursor.take(8);
  const computeUnitLimit = (mask & configBits.computeUnitLimit) === 0 ? undefined : cursor.uint32();
  if ((mask & configBits.loadedDataLimit) !== 0) cursor.uint32();
  if ((mask & configBits.heapSize) !== 0) cursor.uint32();
  const headers = Array.from({ length: instructionCount }, () => {
    const program = cursor.uint8();
    const accounts = cursor.uint8();
    return { program, accounts, data: cursor.uint16() };
  });
  const instructions = headers.map(({ program, accounts, data }) => ({
    program,
    accounts: cursor.take(accounts),
    data: cursor.take(data),
  }));
  const signature = cursor.take(signatures * signatureBytes).subarray(0, signatureBytes);
  assertAllRead(cursor, bytes);
  return {
    version: 1,
    ...commonFields({ header, signature, keys, lifetime, instructions }),
    computeUnitLimit,
  };
}

function readHeader(cursor: ByteCursor, signatures: number): Header {
  const header = { signers: cursor.uint8(), readOnlySigners: cursor.uint8(), readOnlyOthers: cursor.uint8() };
  if (header.signers === 0) throw new InvalidTransactionError("names no signer");
  if (header.signers !== signatures)
    throw new InvalidTransactionError(
      `has ${signatures} signatures, but its message names ${header.signers} signers`,
    );
  if (header.readOnlySigners >= header.signers)
    throw new InvalidTransactionError("has no writable signer to pay its fee");
  return header;
}

function readKeys(cursor: ByteCursor, count: number): string[] {
  const all = cursor.take(count * keyBytes);
  return Array.from({ length: count }, (_, at) =>
    encodeBase58(all.subarray(at * keyBytes, (at + 1) * keyBytes)),
  );
}

function skipLookupTables(cursor: ByteCursor): void {
  for (let left = cursor.shortLength(); left > 0; left -= 1) {
    cursor.take(keyBytes);
    cursor.take(cursor.shortLength());
    cursor.take(cursor.shortLength());
  }
}

function assertAllRead(cursor: ByteCursor, { length }: Uint8Array): void {
  if (cursor.at < length) throw new InvalidTransactionError(`has ${length - cursor.at} bytes after its end`);
}

interface CommonParts {
  readonly header: Header;
  readonly signature: Buffer;
  readonly keys: readonly string[];
  readonly lifetime: string;
  readonly instructions: readonly Instruction[];
}

function commonFields({ header, signature, keys, lifetime, instructions }: CommonParts) {
  if (keys.length < header.signers + header.readOnlyOthers)
    throw new InvalidTransactionError(
      `names ${keys.length} accounts, fewer than its signers and read-only accounts`,
    );
  return {
    signature: encodeBase58(signature),
    lifetime,
    nonceAccount: readNonceAccount(instructions[0], keys),
    writable: keys.filter((_, at) => isWritable(at, keys.length, header)),
    transfers: instructions.flatMap((instruction) => readTransfer(instruction, keys) ?? []),
  };
}

function isWritable(
  at: number,
  count: number,
  { signers, readOnlySigners, readOnlyOthers }: Header,
): boolean {
  return at < signers ? at < signers - readOnlySigners : at < count - readOnlyOthers;
}

function readNonceAccount(first: Instruction | undefined, keys: readonly string[]): string | undefined {
  if (first === undefined || keys[first.program] !== systemProgram) return undefined;
  const isAdvance = first.data.length >= 4 && first.data.readUInt32LE() === systemAdvanceNonce;
  return isAdvance ? keys[first.accounts[0] ?? keys.length] : undefined;
}

function readTransfer(
  { program, accounts, data }: Instruction,
  keys: readonly string[],
): Transfer | undefined {
  if (keys[program] !== systemProgram || data.length < 12 || data.readUInt32LE() !== systemTransfer)
    return undefined;
  const to = keys[accounts[1] ?? keys.length];
  return to === undefined ? undefined : { to, lamports: data.readBigUInt64LE(4) };
}

/** The limit that the last of its instructions sets. */
function unitLimitIn(instructions: readonly Instruction[], keys: readonly string[]): number | undefined {
  const last = instructions.findLast(
    ({ program, data }) =>
      keys[program] === computeBudgetProgram && data[0] === setComputeUnitLimit && data.length >= 5,
  );
  return last?.data.readUInt32LE(1);
}

/** Reads numbers and slices of bytes in order. Throws an InvalidTransactionError at the end of the bytes. */
class ByteCursor {
  readonly #bytes: Buffer;
  #at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#at = at;
  }

  get at(): number {
    return this.#at;
  }

  /** Returns the next bytes without copying them. */
  take(count: number): Buffer {
    const end = this.#at + count;
    if (end > this.#bytes.length) throw this.#endsTooEarly();
    const taken = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }

  uint8(): number {
    return this.take(1).readUInt8();
  }

  uint16(): number {
    return this.take(2).readUInt16LE();
  }

  uint32(): number {
    return this.take(4).readUInt32LE();
  }

  /** Reads a length in the ledger's short form: seven bits per byte, at most three bytes. */
  shortLength(): number {
    let length = 0;
    for (let shift = 0; shift <= 14; shift += 7) {
      const byte = this.uint8();
      length |= (byte & 0x7f) << shift;
      if (byte < 0x80) return length;
    }
    throw this.#endsTooEarly();
  }

  #endsTooEarly(): InvalidTransactionError {
    return new InvalidTransactionError(`ends too early, after ${this.#bytes.length} bytes`);
  }
}
