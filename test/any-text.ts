import fc from "fast-check";

/**
 * Any character, and any half of a surrogate pair. Of the unit "binary" fast-check keeps a table of all million characters, which
 * costs a second and 130 MB, and time in each collection of the heap thereafter.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .nat({ max: 0x10ffff })
  .map((codePoint) => String.fromCodePoint(codePoint));

/** Text of any characters. */
export const anyText: fc.Arbitrary<string> = fc.string({ unit: anyCharacter });
