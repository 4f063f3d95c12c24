/** Where a JSON string that clients carry for us begins; one short search instead of one for each mark. */
const OPENING = Buffer.from('"mg');
const MARKS = ['"mgproof.', '"mgcall.', '"mgredacted.'].map((mark) => Buffer.from(mark));
/** Some clients carry signatures in base64: the same marks, as they look there. */
const ENCODED_MARKS = ['"bWdwcm9vZi', '"cmVkYWN0ZWQ6bWdwcm9vZi'].map((mark) => Buffer.from(mark));

/**
 * Whether a conversation holds signatures that a service of another kind made. Bytes are searched, nothing is parsed.
 */
export function holdsForeignSignatures(body: Buffer): boolean {
  // Next to no body holds the opening at all; where one does, a search for each mark is as long as the body, no longer.
  if (body.includes(OPENING) && MARKS.some((mark) => body.includes(mark))) return true;
  return ENCODED_MARKS.some((mark) => body.includes(mark));
}
