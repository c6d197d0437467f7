import fc from "fast-check";

/**
 * Any character, and any half of a surrogate pair. For its unit "binary", and for URLs, fast-check keeps a table of a
 * million characters, which takes a second, 130 MB, and time in each later garbage collection.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .nat({ max: 0x10ffff })
  .map((codePoint) => String.fromCodePoint(codePoint));

/** Text of any characters. */
export const anyText: fc.Arbitrary<string> = fc.string({ unit: anyCharacter });
