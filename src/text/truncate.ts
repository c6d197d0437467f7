/** Cuts a text to `maxLength` characters, the last three of which are dots. Does not split a surrogate pair. */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const end = maxLength - 3;
  const cutsPair = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
  return `${text.slice(0, cutsPair ? end - 1 : end)}...`;
}
