/** Whether a character is whitespace that JSON allows between tokens. */
export function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** Whether a character may follow a backslash inside a JSON string; except `u`, which four digits must follow. */
export function isShortEscape(code: number): boolean {
  switch (code) {
    case 0x22:
    case 0x5c:
    case 0x2f: // slash
    case 0x62: // b
    case 0x66: // f
    case 0x6e: // n
    case 0x72: // r
    case 0x74: // t
      return true;
    default:
      return false;
  }
}

/** Whether a character is a hexadecimal digit. */
export function isHexDigit(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x46) || (code >= 0x61 && code <= 0x66);
}
