import { asFields, asList, type Fields } from '../fields.js';
import { newId } from '../openai/identifiers.js';
import { getDurationMs } from './audio-format.js';
import type { ContentPart, Item, StoredAudio, StoredItem } from './item.js';
import type { AudioFormat } from './session.js';
import { transcribedIn } from './transcription.js';

/** A valid item of the client with its current names, as it is stored. */
export function makeItem(given: Fields, format: AudioFormat): StoredItem {
  const { content, ...others } = given;
  const item: Item = {
    id: newId('item_'),
    object: 'realtime.item',
    type: 'message',
    status: 'completed',
    ...(given.type === 'function_call' && { call_id: newId('call_') }),
    ...others,
    ...(content !== undefined && { content: asList(content).map(shownPart) }),
  };
  const audio = audioIn(asList(content), format);
  return { item, ...(audio && { audio }) };
}

/** The item of a spoken turn. */
export function spokenItem(id: string, bytes: Buffer, format: AudioFormat): StoredItem {
  const content = [{ type: 'input_audio', transcript: null }];
  return {
    item: { id, object: 'realtime.item', type: 'message', status: 'completed', role: 'user', content },
    audio: storedAudio(bytes, format),
  };
}

function storedAudio(bytes: Buffer, format: AudioFormat): StoredAudio {
  return { bytes, durationMs: getDurationMs(bytes.length, format), received: transcribedIn(bytes, format) };
}

/** Audio is only returned on request. */
function shownPart(part: unknown): ContentPart {
  const { audio: _audio, ...shown } = asFields(part);
  return { ...shown, type: String(shown.type), ...(shown.type === 'input_audio' && { transcript: null }) };
}

function audioIn(parts: readonly unknown[], format: AudioFormat): StoredAudio | undefined {
  const spoken = parts.map(asFields).filter(({ type }) => type === 'input_audio');
  if (spoken.length === 0) return undefined;
  const bytes = Buffer.concat(spoken.map(({ audio }) => Buffer.from(String(audio), 'base64')));
  return storedAudio(bytes, format);
}
