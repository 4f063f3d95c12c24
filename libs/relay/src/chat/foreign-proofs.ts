/** Where a JSON string that clients carry for us begins; one short search instead of one for each mark. */
const OPENING = Buffer.from('"mg');
const MARKS = ['"mgproof.', '"mgcall.', '"mgredacted.'];
/** Some clients carry signatures in base64: the same marks, as they look there. */
const ENCODED_MARKS = ['"bWdwcm9vZi', '"cmVkYWN0ZWQ6bWdwcm9vZi'].map((mark) => Buffer.from(mark));

/** Whether a conversation holds proofs that a service of another kind made. Bytes are searched, nothing is parsed. */
export function holdsForeignProofs(body: Buffer): boolean {
  for (let place = body.indexOf(OPENING); place !== -1; place = body.indexOf(OPENING, place + 1)) {
    const start = body.toString('latin1', place, place + 16);
    if (MARKS.some((mark) => start.startsWith(mark))) return true;
  }
  return ENCODED_MARKS.some((mark) => body.includes(mark));
}
