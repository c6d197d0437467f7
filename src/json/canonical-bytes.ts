import { PlainText } from "./scan/plain-text.ts";
import { isSpace } from "./scan/skip-value.ts";

/** Deeper values have no canonical form, since sorting costs a copy per level. Ledger results have about 10 levels. */
const maxDepth = 64;
/** Marks an array in `#levels`; an object's entry is the index of its first member. */
const arrayLevel = -1;

/**
 * Canonical form of valid JSON: no whitespace, members sorted by the bytes of their keys, scalars as written. Omits the outermost
 * object's members in `leftOut`. Undefined if nested too deep. Takes memory for two copies and two offsets per open member, of
 * which an upstream may send millions.
 */
export function canonicalBytes(bytes: Buffer, leftOut: ReadonlySet<string> = new Set()): Buffer | undefined {
  const writer = new CanonicalWriter(bytes, leftOut);
  return writer.write();
}

class CanonicalWriter {
  readonly #bytes: Buffer;
  readonly #leftOut: ReadonlySet<string>;
  readonly #out: Buffer;
  #length = 0;
  /** Start and key end of each member of the open objects. */
  #members = new Int32Array(256);
  #count = 0;
  /** Index in `#members` of each open object's first member. */
  readonly #levels = new Int32Array(maxDepth);
  #depth = 0;

  constructor(bytes: Buffer, leftOut: ReadonlySet<string>) {
    this.#bytes = bytes;
    this.#leftOut = leftOut;
    this.#out = Buffer.allocUnsafe(bytes.length);
  }

  write(): Buffer | undefined {
    const bytes = this.#bytes;
    const text = new PlainText(bytes);
    let isKey = false;
    for (let at = 0; at < bytes.length; at += 1) {
      const code = bytes[at] as number;
      if (code === 0x22 /* " */) {
        const start = at;
        at = text.findEnd(at + 1);
        while (bytes[at] === 0x5c /* \ */) at = text.findEnd(at + 2);
        this.#length += bytes.copy(this.#out, this.#length, start, at + 1);
        if (isKey) this.#members[2 * this.#count - 1] = this.#length;
        isKey = false;
        continue;
      }
      if (isSpace(code)) continue;
      if (code === 0x7d /* } */) this.#sortMembers();
      if ((code | 0x20) === 0x7d /* ] } */) this.#depth -= 1;
      this.#out[this.#length] = code;
      this.#length += 1;
      if ((code | 0x20) === 0x7b /* [ { */) {
        if (this.#depth === maxDepth) return undefined;
        this.#levels[this.#depth] = code === 0x7b ? this.#count : arrayLevel;
        this.#depth += 1;
        isKey = code === 0x7b;
        if (isKey) this.#beginMember();
      } else if (code === 0x2c /* , */) {
        isKey = this.#levels[this.#depth - 1] !== arrayLevel;
        if (isKey) this.#beginMember();
      }
    }
    return this.#out.subarray(0, this.#length);
  }

  #beginMember(): void {
    if (2 * this.#count === this.#members.length) {
      const grown = new Int32Array(2 * this.#members.length);
      grown.set(this.#members);
      this.#members = grown;
    }
    this.#members[2 * this.#count] = this.#length;
    this.#count += 1;
  }

  /** Sorts the members of the innermost object at its end. */
  #sortMembers(): void {
    const first = this.#levels[this.#depth - 1] ?? 0;
    const count = this.#count;
    this.#count = first;
    // An empty object has begun a member too.
    if (this.#members[2 * first] === this.#length) return;
    const order = new Int32Array(count - first);
    let kept = 0;
    let isInOrder = true;
    for (let index = first; index < count; index += 1) {
      if (this.#depth === 1 && this.#leftOut.has(this.#keyOf(index))) continue;
      isInOrder &&= kept === 0 || this.#compare(order[kept - 1] as number, index) <= 0;
      order[kept] = index;
      kept += 1;
    }
    if (isInOrder && kept === order.length) return;
    this.#rewrite(
      order.subarray(0, kept).sort((a, b) => this.#compare(a, b) || a - b),
      first,
      count,
    );
  }

  #rewrite(order: Int32Array, first: number, count: number): void {
    const start = this.#members[2 * first] as number;
    const copy = Buffer.allocUnsafe(this.#length - start);
    let length = 0;
    for (const index of order) {
      if (length > 0) length += copy.write(",", length);
      const end = index + 1 < count ? (this.#members[2 * index + 2] as number) - 1 : this.#length;
      length += this.#out.copy(copy, length, this.#members[2 * index], end);
    }
    copy.copy(this.#out, start, 0, length);
    this.#length = start + length;
  }

  #compare(a: number, b: number): number {
    const members = this.#members;
    return this.#out.compare(
      this.#out,
      members[2 * b],
      members[2 * b + 1],
      members[2 * a],
      members[2 * a + 1],
    );
  }

  /** A key as written, without its quotes. */
  #keyOf(index: number): string {
    const [start = 0, end = 0] = this.#members.subarray(2 * index, 2 * index + 2);
    return end - start > 100 ? "" : this.#out.toString("latin1", start + 1, end - 1);
  }
}
