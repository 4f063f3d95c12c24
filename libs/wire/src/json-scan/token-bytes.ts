/** The first byte that ends or escapes a string, or must not stand in one; `end` where there is none before it. */
export function findEndOfPlainRun(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end) {
    const byte = bytes[at] as number;
    if (byte === 0x22 || byte === 0x5c || byte < 0x20) return at;
    at += 1;
  }
  return at;
}

/** Behind an escape that begins here; -1 where it is none. */
export function findEndOfEscape(bytes: Uint8Array, backslash: number): number {
  switch (bytes[backslash + 1]) {
    case 0x22:
    case 0x5c:
    case 0x2f:
    case 0x62:
    case 0x66:
    case 0x6e:
    case 0x72:
    case 0x74:
      return backslash + 2;
    case 0x75:
      for (let at = backslash + 2; at < backslash + 6; at += 1) if (!isHexDigit(bytes[at])) return -1;
      return backslash + 6;
    default:
      return -1;
  }
}

function isHexDigit(byte = 0): boolean {
  return (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66);
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

/** Whether a byte below 0x20 stands in the range. Four bytes are tested at a time: this runs over every body. */
export function hasControlByte(bytes: Buffer, start: number, end: number): boolean {
  let position = start;
  while (position < end && (bytes.byteOffset + position) % 4 !== 0) {
    if ((bytes[position] ?? 0) < 0x20) return true;
    position += 1;
  }
  const wordCount = (end - position) >> 2;
  if (wordCount > 0) {
    const words = new Int32Array(bytes.buffer, bytes.byteOffset + position, wordCount);
    for (let i = 0; i < wordCount; i += 1) {
      const word = words[i] ?? 0;
      // The classic "has a byte less than n" test; exact for n <= 128.
      if (((word - 0x20202020) & ~word & 0x80808080) !== 0) return true;
    }
    position += wordCount * 4;
  }
  for (; position < end; position += 1) if ((bytes[position] ?? 0) < 0x20) return true;
  return false;
}
