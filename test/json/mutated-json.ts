import fc from "fast-check";

/** Characters that a JSON grammar cares about. */
const suspects = fc.constantFrom(
  ...'{}[]",:0123456789-+.eE\\/ubfnrtals \t\n\r',
  "\u0000",
  "\u001f",
  "\ufeff",
  "é",
  "\ud83d",
);

/** JSON text with a few characters put in, left out or replaced: mostly broken, and only just. */
export const mutatedJson: fc.Arbitrary<string> = fc
  .tuple(
    fc.json(),
    fc.array(fc.tuple(fc.nat(), fc.constantFrom("insert", "delete", "replace"), suspects), { maxLength: 3 }),
  )
  .map(([json, edits]) => {
    let text = json;
    for (const [where, edit, character] of edits) {
      const position = where % (text.length + 1);
      const rest = text.slice(edit === "insert" ? position : position + 1);
      text = text.slice(0, position) + (edit === "delete" ? "" : character) + rest;
    }
    return text;
  });
