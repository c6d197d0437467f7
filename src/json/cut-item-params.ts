/** Parameters of a call that asks for an item, or for a list of them. */
interface ItemParams {
  readonly items: readonly string[];
  /** The text after the items; "{}" where there is none. */
  readonly config: string;
}

/**
 * Cuts parameters as nearly all clients write them, without whitespace: an item or a list of items, each a plain string, then
 * perhaps a config. Returns undefined for others. Checks nothing: what is cut holds only if each item is a string without
 * escapes and the config is the text of an object.
 */
export function cutItemParams(params: string, isList: boolean): ItemParams | undefined {
  if (!params.startsWith(isList ? '[["' : '["')) return undefined;
  const end = params.indexOf(isList ? "]" : '"', 2);
  const isLast = end + 2 === params.length;
  if (end < 0 || !(isLast || params.charCodeAt(end + 1) === 0x2c) /* , */) return undefined;
  const items = isList ? params.slice(2, end).split(",") : [params.slice(1, end + 1)];
  return { items, config: isLast ? "{}" : params.slice(end + 2, -1) };
}
