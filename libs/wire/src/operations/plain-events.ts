/** How many of these bytes come before anything that one of the searches finds. */
export function lengthBefore(events: Buffer, searches: readonly ((events: Buffer) => number)[]): number {
  let before = events;
  for (const search of searches) {
    const found = search(before);
    if (found !== -1) before = before.subarray(0, found);
  }
  return before.length;
}

export function searchFor(words: string): (events: Buffer) => number {
  const bytes = Buffer.from(words);
  return (events) => events.indexOf(bytes);
}
