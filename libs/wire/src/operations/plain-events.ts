/**
 * How many of these bytes come before anything that the pattern finds. One expression for all that matters, over the bytes
 * as latin1 text, takes a quarter of the time of a search in the bytes for each word. Words are best given without a quote
 * or a bracket in front: those are found everywhere.
 */
export function lengthBefore(events: Buffer, pattern: RegExp): number {
  const found = events.toString('latin1').search(pattern);
  return found === -1 ? events.length : found;
}
