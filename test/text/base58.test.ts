import { expect } from "chai";
import fc from "fast-check";
import { decodeBase58, encodeBase58, isBase58, isBase58OfLength } from "../../src/text/base58.ts";

const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** A plain implementation, to compare the fast one with. */
function encode(bytes: Uint8Array): string {
  let value = 0n;
  for (const byte of bytes) value = value * 256n + BigInt(byte);
  let text = "";
  for (; value > 0n; value /= 58n) text = `${alphabet[Number(value % 58n)]}${text}`;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return "1".repeat(zeros < 0 ? bytes.length : zeros) + text;
}

describe("base58", () => {
  const lengths = [
    ["1", 1],
    ["2", 1],
    ["5Q", 1],
    ["5R", 2],
    ["11111111111111111111111111111111", 32],
    ["111111111111111111111111111111111", 33],
    ["4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM", 32],
    ["4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofL", 31],
    ["83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri", 32],
    ["JEKNVnkbo3jma5nREBBJCDoXFVeKkD56V3xKrvRmWxFG", 32],
    ["JEKNVnkbo3jma5nREBBJCDoXFVeKkD56V3xKrvRmWxFH", 33],
    ["1JEKNVnkbo3jma5nREBBJCDoXFVeKkD56V3xKrvRmWxFG", 33],
  ] as const;

  for (const [text, bytes] of lengths) {
    it(`finds ${bytes} bytes in ${text} (${text.length} characters), not one more or less`, () => {
      const found = [bytes - 1, bytes, bytes + 1].filter((length) => isBase58OfLength(text, length));
      expect(found).to.deep.equal([bytes]);
    });
  }

  for (const text of ["", "0", "O", "I", "l", "é", "1\u0131", "z".repeat(129)]) {
    it(`finds no 1, 32 or 64 bytes in ${JSON.stringify(text.slice(0, 50))}`, () => {
      expect([1, 32, 64].some((bytes) => isBase58OfLength(text, bytes))).to.equal(false);
    });
  }

  it("counts and decodes the bytes of whatever was encoded", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 80 }), (bytes) => {
        const text = encode(bytes);
        expect(isBase58OfLength(text, bytes.length)).to.equal(true);
        expect(isBase58OfLength(text, bytes.length - 1) || isBase58OfLength(text, bytes.length + 1)).to.equal(
          false,
        );
        expect([...decodeBase58(text)]).to.deep.equal([...bytes]);
        expect(encodeBase58(bytes)).to.equal(text);
        expect(isBase58(text)).to.equal(true);
      }),
    );
  });

  it("refuses a wrong character wherever it stands", () => {
    const right = "83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri";
    for (let index = 0; index < right.length; index += 1) {
      const wrong = `${right.slice(0, index)}0${right.slice(index + 1)}`;
      expect(isBase58OfLength(wrong, 32), wrong).to.equal(false);
      expect(isBase58(wrong), wrong).to.equal(false);
    }
  });
});
