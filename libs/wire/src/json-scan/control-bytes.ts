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
