import { type Usage } from '#canonical';
import { TypedEventTap, encodeTypedEvent } from '../operations/typed-event-tap.js';
import { encodeTranscriptionUsage, readTranscriptionUsage } from './transcription-usage.js';
import { definedMembers } from '../validation/json-values.js';

const DONE = 'transcript.text.done';

export function encodeTranscriptDelta(delta: string): string {
  return encodeTypedEvent({ type: 'transcript.text.delta', delta });
}

export function encodeTranscriptDone(text: string, usage: Usage | undefined): string {
  const known = definedMembers({ text, usage: usage && encodeTranscriptionUsage(usage) });
  return encodeTypedEvent({ type: DONE, ...known });
}

/** Looks at a stream of such events on its way through. */
export function createTranscriptTap(secrets: readonly string[]): TypedEventTap {
  return new TypedEventTap({
    terminal: (type) => type === DONE,
    readUsage: readTranscriptionUsage,
    secrets,
  });
}
