import { expect } from "chai";
import fc from "fast-check";
import { base58ByteLength, decodeBase58, isBase58 } from "../../src/contract/base58.ts";

const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** Written plainly, to hold the fast one against. */
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
    ["", -1],
    ["1", 1],
    ["2", 1],
    ["5Q", 1],
    ["5R", 2],
    ["11111111111111111111111111111111", 32],
    ["111111111111111111111111111111111", 33],
    ["83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri", 32],
    ["JEKNVnkbo3jma5nREBBJCDoXFVeKkD56V3xKrvRmWxFG", 32],
    ["JEKNVnkbo3jma5nREBBJCDoXFVeKkD56V3xKrvRmWxFH", 33],
    ["0", -1],
    ["O", -1],
    ["I", -1],
    ["l", -1],
    ["é", -1],
    ["1\u0131", -1],
    ["z".repeat(128), 94],
    ["z".repeat(129), -1],
  ] as const;

  for (const [text, expected] of lengths) {
    it(`counts ${expected} bytes in ${JSON.stringify(text.slice(0, 50))} (${text.length} characters)`, () => {
      expect(base58ByteLength(text)).to.equal(expected);
    });
  }

  it("counts and decodes the bytes of whatever was encoded", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 80 }), (bytes) => {
        const text = encode(bytes);
        expect(base58ByteLength(text)).to.equal(bytes.length);
        expect([...decodeBase58(text)]).to.deep.equal([...bytes]);
        expect(isBase58(text)).to.equal(true);
      }),
    );
  });

  it("refuses a wrong character wherever it stands", () => {
    const right = "83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri";
    for (let index = 0; index < right.length; index += 1) {
      const wrong = `${right.slice(0, index)}0${right.slice(index + 1)}`;
      expect(base58ByteLength(wrong), wrong).to.equal(-1);
      expect(isBase58(wrong), wrong).to.equal(false);
    }
  });
});
