import fc from "fast-check";

/**
 * Any character, and any half of a surrogate pair. Of the unit "binary", and for URLs of its own, fast-check keeps a table of a
 * million characters: that takes a second and 130 MB, and time in each collection of the heap thereafter.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .nat({ max: 0x10ffff })
  .map((codePoint) => String.fromCodePoint(codePoint));

/** Text of any characters. */
export const anyText: fc.Arbitrary<string> = fc.string({ unit: anyCharacter });
