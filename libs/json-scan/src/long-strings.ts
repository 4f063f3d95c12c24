/** In bytes or characters. Longer strings are decoded and encoded separately, chunk by chunk. */
export const LONG_STRING = 256 * 1024;

/** Native code takes well below a millisecond for a chunk. */
const CHUNK = 256 * 1024;
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;
/** `\u00e9` */
const MAX_ESCAPE_LENGTH = 6;

/** Decodes a JSON string chunk by chunk. The range includes the quotes. */
export function* decodeString(bytes: Buffer, start: number, end: number): Generator<string, void> {
  const last = end - 1;
  let from = start + 1;
  while (from < last) {
    const to = from + CHUNK < last ? cutBefore(bytes, from, from + CHUNK) : last;
    const text = bytes.toString('utf8', from, to);
    yield text.includes('\\') ? (JSON.parse(`"${text}"`) as string) : text;
    from = to;
  }
}

/** Encodes a string as JSON, chunk by chunk. */
export function* encodeString(text: string): Generator<string, void> {
  yield '"';
  let from = 0;
  while (from < text.length) {
    const to = from + CHUNK;
    const isWithinPair = to < text.length && (text.charCodeAt(to) & 0xfc00) === 0xdc00;
    const cut = isWithinPair ? to - 1 : to;
    yield JSON.stringify(text.slice(from, cut)).slice(1, -1);
    from = cut;
  }
  yield '"';
}

/** The last position up to `to` that is neither inside an escape nor inside a character. */
function cutBefore(bytes: Buffer, from: number, to: number): number {
  for (let at = to - 1; at > to - MAX_ESCAPE_LENGTH; at -= 1) {
    const isDivided = bytes[at] === BACKSLASH && (at === to - 1 || bytes[at + 1] === LETTER_U);
    if (isDivided && beginsEscape(bytes, at, from)) return at;
  }
  let cut = to;
  while (((bytes[cut] ?? 0) & 0xc0) === 0x80) cut -= 1;
  return cut;
}

/** In a sequence of backslashes, every second one is escaped by the one before it. */
function beginsEscape(bytes: Buffer, backslash: number, from: number): boolean {
  let first = backslash;
  while (first > from && bytes[first - 1] === BACKSLASH) first -= 1;
  return (backslash - first) % 2 === 0;
}
