/**
 * Fast path for parameters in the usual form: an item or a list of items, then an optional config. Undefined for any other form. The caller
 * must check that each item is a plain string.
 */
export function cutItemParams(params: string, isList: boolean) {
  if (!params.startsWith(isList ? '[["' : '["')) return undefined;
  const end = params.indexOf(isList ? "]" : '"', 2);
  const isLast = end + 2 === params.length;
  if (end < 0 || !(isLast || params.charCodeAt(end + 1) === 0x2c) /* , */) return undefined;
  const items = isList ? params.slice(2, end).split(",") : [params.slice(1, end + 1)];
  // `config` is all text after the items.
  return { items, config: isLast ? "{}" : params.slice(end + 2, -1) };
}
