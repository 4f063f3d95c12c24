/**
 * The first characters of strings that carry a signature of the gateway, plain or in base64, as some clients send it.
 */
const MARKS = ['mgproof.', 'mgcall.', 'mgredacted.', 'bWdwcm9vZi', 'cmVkYWN0ZWQ6bWdwcm9vZi'];
const QUOTED_MARKS = MARKS.map((mark) => Buffer.from(`"${mark}`));

/** Checks by two bytes whether such a string may start here. */
export function opensSignature(bytes: Uint8Array, at: number): boolean {
  const first = bytes[at];
  if (first === 0x6d) return bytes[at + 1] === 0x67;
  if (first === 0x62) return bytes[at + 1] === 0x57;
  return first === 0x63 && bytes[at + 1] === 0x6d;
}

/** The JSON text contains such a string, or quotes one with escaped quotes. Only searches bytes. */
export function holdsSignature(text: Buffer): boolean {
  return QUOTED_MARKS.some((mark) => text.includes(mark));
}

/** The value is a signature of another service that the gateway wrapped. */
export function isCarriedSignature(value: unknown): boolean {
  return typeof value === 'string' && MARKS.some((mark) => value.startsWith(mark));
}
