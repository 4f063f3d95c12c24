/**
 * The number of bytes before the first match of the pattern. One expression for all words, applied to the bytes as
 * latin1 text, takes a quarter of the time of searching the bytes for each word. Words should not begin with a quote
 * or a bracket, because those occur everywhere.
 */
export function getLengthBefore(events: Buffer, pattern: RegExp): number {
  const found = events.toString('latin1').search(pattern);
  return found === -1 ? events.length : found;
}
