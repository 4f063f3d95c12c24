import { type Usage } from '#canonical';
import { TypedEventTap, encodeTypedEvent } from '../operations/typed-event-tap.js';
import { encodeTranscriptionUsage, readTranscriptionUsage } from './transcription-usage.js';
import { definedMembers } from '../validation/json-values.js';

const DONE = 'transcript.text.done';

export function encodeTranscriptDelta(delta: string): string {
  return encodeTypedEvent({ type: 'transcript.text.delta', delta });
}

export function encodeTranscriptDone(text: string, usage: Usage | undefined): string {
  const fields = definedMembers({ text, usage: usage && encodeTranscriptionUsage(usage) });
  return encodeTypedEvent({ type: DONE, ...fields });
}

/** Reads a stream of transcript events that is forwarded. */
export function createTranscriptTap(secrets: readonly string[]): TypedEventTap {
  return new TypedEventTap({
    isTerminal: (type) => type === DONE,
    readUsage: readTranscriptionUsage,
    secrets,
  });
}
