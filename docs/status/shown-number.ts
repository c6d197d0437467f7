/** A number with as many digits as its size deserves; thousands are set apart. */
export function shownNumber(value: number): string {
  const digits = value === 0 || value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return value.toLocaleString("en", { maximumFractionDigits: digits });
}

/** Milliseconds. */
export function shownMilliseconds(value: number | null | undefined): string {
  if (value === null || value === undefined) return "–";
  return value >= 1000 ? `${shownNumber(value / 1000)} s` : `${shownNumber(value)} ms`;
}

/** Slots. */
export function shownSlots(value: number | null): string {
  return value === null ? "–" : `${shownNumber(value)} ${value === 1 ? "slot" : "slots"}`;
}

/** Bytes. */
export function shownBytes(value: number): string {
  if (value < 1000) return `${value} B`;
  return value < 1e6 ? `${shownNumber(value / 1e3)} kB` : `${shownNumber(value / 1e6)} MB`;
}

/** A share, 0 to 1. */
export function shownShare(value: number): string {
  return `${shownNumber(value * 100)} %`;
}

/** Seconds as days, hours and minutes. */
export function shownDuration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** A count that may be unknown. */
export function shownCount(value: number | null): string {
  return value === null ? "–" : value.toLocaleString("en");
}
