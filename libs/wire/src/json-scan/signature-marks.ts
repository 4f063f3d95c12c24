/** How a string begins that carries a signature for us, or the same in base64, as some clients send it. */
const MARKS = ['mgproof.', 'mgcall.', 'mgredacted.', 'bWdwcm9vZi', 'cmVkYWN0ZWQ6bWdwcm9vZi'];
const QUOTED_MARKS = MARKS.map((mark) => Buffer.from(`"${mark}`));

/** Whether the bytes here may be such a beginning, told by its first two. */
export function opensSignature(bytes: Uint8Array, at: number): boolean {
  const first = bytes[at];
  if (first === 0x6d) return bytes[at + 1] === 0x67;
  if (first === 0x62) return bytes[at + 1] === 0x57;
  return first === 0x63 && bytes[at + 1] === 0x6d;
}

/** Whether a JSON text holds such a string, or one in quotes that are escaped. Bytes are searched, nothing is parsed. */
export function holdsSignature(text: Buffer): boolean {
  return QUOTED_MARKS.some((mark) => text.includes(mark));
}

/** Whether a value carries a signature of a service of another kind, in a place where clients keep signatures. */
export function isCarriedSignature(value: unknown): boolean {
  return typeof value === 'string' && MARKS.some((mark) => value.startsWith(mark));
}
