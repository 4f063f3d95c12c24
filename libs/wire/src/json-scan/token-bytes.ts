/** Bytes that can be read four at a time, wherever they begin. */
export function toView(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}

/**
 * The first byte that ends or escapes a string, or must not stand in one; `end` where there is none before it. Four
 * bytes are tested at a time: that takes a fifth of the time of a loop over the bytes, and unlike native search it costs
 * nothing to call, so that a text full of escapes is crossed quickly too (`bench/body.mjs`).
 */
export function findEndOfPlainRun(bytes: Uint8Array, view: DataView, start: number, end: number): number {
  let at = start;
  for (const last = end - 8; at <= last; at += 4) {
    let found = findStops(view.getInt32(at, true));
    if (found !== 0) return at + indexOfFirst(found);
    at += 4;
    found = findStops(view.getInt32(at, true));
    if (found !== 0) return at + indexOfFirst(found);
  }
  while (at < end && !isStop(bytes[at])) at += 1;
  return at;
}

function isStop(byte = 0): boolean {
  return byte === 0x22 || byte === 0x5c || byte < 0x20;
}

/**
 * The classic test for "has a byte less than n" on four bytes, twice: a byte is below 0x20 or a quote where it is below
 * 0x21 once its second bit is flipped, and a backslash where it is below 1 once those of a backslash are. The lowest
 * bit that is set belongs to the first such byte; those above it may be wrong.
 */
function findStops(word: number): number {
  const flipped = word ^ 0x02020202;
  const backslashed = word ^ 0x5c5c5c5c;
  return (((flipped - 0x21212121) & ~flipped) | ((backslashed - 0x01010101) & ~backslashed)) & ~0x7f7f7f7f;
}

function indexOfFirst(stops: number): number {
  return (31 - Math.clz32(stops & -stops)) >> 3;
}

/** By the byte behind the backslash: 1 where it makes an escape by itself. */
const SHORT_ESCAPES = new Uint8Array(256);
for (const byte of Buffer.from('"\\/bfnrt')) SHORT_ESCAPES[byte] = 1;

/** Behind an escape that begins here; -1 where it is none. */
export function findEndOfEscape(bytes: Uint8Array, backslash: number): number {
  const kind = bytes[backslash + 1] ?? 0;
  if (SHORT_ESCAPES[kind] === 1) return backslash + 2;
  if (kind !== 0x75) return -1;
  for (let at = backslash + 2; at < backslash + 6; at += 1) if (!isHexDigit(bytes[at])) return -1;
  return backslash + 6;
}

function isHexDigit(byte = 0): boolean {
  return (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66);
}

export function findEndOfSpace(bytes: Uint8Array, start: number): number {
  let at = start;
  while (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09) at += 1;
  return at;
}

/** Whether a word stands here; its first byte is known to. */
export function isWordAt(bytes: Uint8Array, start: number, word: string): boolean {
  for (let at = 1; at < word.length; at += 1) if (bytes[start + at] !== word.charCodeAt(at)) return false;
  return true;
}

/** Behind the number that begins here; -1 where it is none. */
export function findEndOfNumber(bytes: Uint8Array, start: number): number {
  let at = bytes[start] === 0x2d ? start + 1 : start;
  const whole = at;
  at = findEndOfDigits(bytes, at);
  if (at === whole || (bytes[whole] === 0x30 && at > whole + 1)) return -1;
  if (bytes[at] === 0x2e) {
    const fraction = at + 1;
    at = findEndOfDigits(bytes, fraction);
    if (at === fraction) return -1;
  }
  if (bytes[at] === 0x65 || bytes[at] === 0x45) {
    const isSigned = bytes[at + 1] === 0x2b || bytes[at + 1] === 0x2d;
    const exponent = at + (isSigned ? 2 : 1);
    at = findEndOfDigits(bytes, exponent);
    if (at === exponent) return -1;
  }
  return at;
}

function findEndOfDigits(bytes: Uint8Array, start: number): number {
  let at = start;
  for (;;) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x30 || byte > 0x39) return at;
    at += 1;
  }
}
