const COLON = 0x3a;
const LETTER_N = 0x6e;
const SPACE = 0x20;

/** Where a member of this name, given with its quotes, has a value other than null; -1 where none has. Inside a text its quotes would be escaped. */
export function findMember(events: Buffer, quotedName: string): number {
  let at = events.indexOf(quotedName);
  while (at !== -1) {
    const behind = skipSpace(events, at + quotedName.length);
    if (events[behind] === COLON && events[skipSpace(events, behind + 1)] !== LETTER_N) return at;
    at = events.indexOf(quotedName, behind);
  }
  return -1;
}

/** How many of these bytes come before anything that one of the searches finds. */
export function lengthBefore(events: Buffer, searches: readonly ((events: Buffer) => number)[]): number {
  let before = events;
  for (const search of searches) {
    const found = search(before);
    if (found !== -1) before = before.subarray(0, found);
  }
  return before.length;
}

function skipSpace(events: Buffer, start: number): number {
  let at = start;
  while (events[at] === SPACE) at += 1;
  return at;
}
