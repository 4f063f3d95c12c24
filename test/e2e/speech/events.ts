export type TypedEvent = { type: string } & Record<string, unknown>;

/** The events of a body, whose type is a member of their data. */
export function parseTypedEvents(body: string): TypedEvent[] {
  return body
    .split('\n\n')
    .flatMap((block) => block.split('\n').filter((line) => line.startsWith('data: ')))
    .map((line) => JSON.parse(line.slice('data: '.length)) as TypedEvent);
}

/** The audio in the events of a speech response. */
export function getAudio(events: readonly TypedEvent[]): Buffer {
  return Buffer.concat(
    events.map(({ audio }) => Buffer.from(typeof audio === 'string' ? audio : '', 'base64')),
  );
}

/** Reads a body as far as possible, and reports whether it was complete. */
export async function readPartialBody({ body }: Response): Promise<{ bytes: Buffer; isWhole: boolean }> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of body ?? []) chunks.push(chunk as Uint8Array);
    return { bytes: Buffer.concat(chunks), isWhole: true };
  } catch {
    return { bytes: Buffer.concat(chunks), isWhole: false };
  }
}
