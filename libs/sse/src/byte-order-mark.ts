const MARK = [0xef, 0xbb, 0xbf];

/** The length of a UTF-8 byte order mark at the start of `bytes`: 3 or 0. */
export function byteOrderMarkLength(bytes: Uint8Array): number {
  return MARK.every((byte, index) => bytes[index] === byte) ? MARK.length : 0;
}

/** Whether more bytes are needed to tell if a stream that starts like this has a byte order mark. */
export function mayBecomeByteOrderMark(bytes: Uint8Array): boolean {
  return bytes.length < MARK.length && bytes.every((byte, index) => byte === MARK[index]);
}
