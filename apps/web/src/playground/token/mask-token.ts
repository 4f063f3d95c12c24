const SHOWN_AT_START = 9;
const SHOWN_AT_END = 4;

/** Shows enough to recognize a token, but not enough to use it. */
export function maskToken(token: string): string {
  if (token.length < 2 * (SHOWN_AT_START + SHOWN_AT_END))
    return '…'.padStart(Math.min(token.length, 4) + 1, '•');
  return `${token.slice(0, SHOWN_AT_START)}…${token.slice(-SHOWN_AT_END)}`;
}
