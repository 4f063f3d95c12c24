const LEAD_BYTE = 0xc0;
const BACKSLASH = 0x5c;

/** Chunks of one size. */
export function* evenChunks(bytes: Buffer, size: number): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

/** Chunks that end inside every multi-byte character and inside every JSON escape. */
export function* awkwardChunks(bytes: Buffer): Generator<Buffer> {
  let start = 0;
  for (const [index, byte] of bytes.entries()) {
    if (byte !== BACKSLASH && byte < LEAD_BYTE) continue;
    yield bytes.subarray(start, index + 1);
    start = index + 1;
  }
  if (start < bytes.length) yield bytes.subarray(start);
}

/** The same JSON with emoji written as escapes, each of them two. */
export function escapeEmoji(json: string): string {
  return json.replace(/[\u{1f600}-\u{1f64f}]/gu, (face) =>
    [...Array(face.length).keys()].map((index) => `\\u${face.charCodeAt(index).toString(16)}`).join(''),
  );
}
