const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** A key that one object of this JSON text has twice. The text has to be valid; it is passed over once. */
export function findRepeatedKey(json: Buffer): string | undefined {
  const open: Set<string>[] = [];
  for (let position = 0; position < json.length; position += 1) {
    const byte = json[position];
    if (byte === OPEN_OBJECT) open.push(new Set());
    else if (byte === CLOSE_OBJECT) open.pop();
    else if (byte === QUOTE) {
      const end = findEndOfString(json, position);
      if (isBeforeColon(json, end)) {
        const key = JSON.parse(json.toString('utf8', position, end)) as string;
        const keys = open.at(-1);
        if (keys?.has(key)) return key;
        keys?.add(key);
      }
      position = end - 1;
    }
  }
  return undefined;
}

/** Behind the closing quote. */
function findEndOfString(json: Buffer, start: number): number {
  let end = json.indexOf(QUOTE, start + 1);
  while (isEscaped(json, end)) end = json.indexOf(QUOTE, end + 1);
  return end + 1;
}

function isEscaped(json: Buffer, position: number): boolean {
  let backslashes = 0;
  while (json[position - 1 - backslashes] === BACKSLASH) backslashes += 1;
  return backslashes % 2 === 1;
}

/** Only keys stand before a colon. */
function isBeforeColon(json: Buffer, position: number): boolean {
  let next = position;
  while ((json[next] ?? COLON) <= 0x20) next += 1;
  return json[next] === COLON;
}
