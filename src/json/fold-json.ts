import { assertEnd, unquote } from "./cut-text.ts";
import { charCodeAt, skipColon, skipSpace, skipString, skipValue } from "./scan/skip-value.ts";

/** Builds a value of each kind, bottom-up. */
export interface JsonFold<T> {
  /** A string, number or literal, as written. */
  scalar(raw: string): T;
  array(items: readonly T[]): T;
  /** Members in the order written, with decoded keys and duplicates. */
  object(members: readonly (readonly [key: string, value: T])[]): T;
}

/** An open array with its items, or an open object with its members and the key whose value comes next. */
interface Level<T> {
  readonly items: T[] | undefined;
  readonly members: [string, T][] | undefined;
  key: string | undefined;
}

/** Folds JSON text into one value, bottom-up, in one pass and without recursion. Throws a JsonError. */
export function foldJson<T>(text: string, fold: JsonFold<T>): T {
  assertEnd(text, skipValue(text, 0));
  // The text is valid, so the next character alone decides what follows.
  const outer: (Level<T> | undefined)[] = [];
  let level: Level<T> | undefined;
  let position = 0;
  for (;;) {
    position = skipSpace(text, position);
    const code = charCodeAt(text, position);
    let value: T;
    if (code === 0x2c /* , */) {
      position += 1;
      continue;
    } else if (code === 0x7b || code === 0x5b /* { [ */) {
      position += 1;
      outer.push(level);
      level =
        code === 0x7b
          ? { items: undefined, members: [], key: undefined }
          : { items: [], members: undefined, key: undefined };
      continue;
    } else if (level !== undefined && (code === 0x7d || code === 0x5d) /* } ] */) {
      position += 1;
      value = level.members === undefined ? fold.array(level.items ?? []) : fold.object(level.members);
      level = outer.pop();
    } else {
      const end = code === 0x22 ? skipString(text, position) : skipValue(text, position);
      const raw = text.slice(position, end);
      if (level?.members !== undefined && level.key === undefined) {
        level.key = unquote(raw);
        position = skipColon(text, end);
        continue;
      }
      position = end;
      value = fold.scalar(raw);
    }
    if (level === undefined) return value;
    addTo(level, value);
  }
}

function addTo<T>(level: Level<T>, value: T): void {
  if (level.key === undefined) {
    level.items?.push(value);
  } else {
    level.members?.push([level.key, value]);
    level.key = undefined;
  }
}
