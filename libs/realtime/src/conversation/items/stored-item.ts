import { type AssistantPart, GatewayError, type ReasoningSignature } from '#canonical';
import { type Item } from '../protocol/item.js';
import { type AudioFormat } from '../protocol/session-config.js';
import { type SpokenText } from './spoken-text.js';

export interface ItemAudio {
  contentIndex: number;
  bytes: Buffer;
  format: AudioFormat;
}

/** An item with what its client does not see. */
export interface StoredItem {
  readonly item: Item;
  /** Of a user's message, for as long as it is kept. */
  audio: ItemAudio[];
  /** Of an assistant's message that was spoken. */
  spoken?: SpokenText;
  /** The model's reasoning before the item, which some services want to see again. */
  thoughts: AssistantPart[];
  /** Of a function call. */
  signature?: ReasoningSignature;
  /** Why its audio has no transcript. */
  transcriptionFailure?: unknown;
}

export function storeItem(item: Item, extras: Partial<Omit<StoredItem, 'item'>> = {}): StoredItem {
  return { item, audio: [], thoughts: [], ...extras };
}

/** A copy that later changes do not affect. */
export function copyItem({ item }: StoredItem): Item {
  return structuredClone(item);
}

/** Its approximate size in memory, without its audio. */
export function measureItem(item: Item): number {
  if (item.type === 'function_call') return item.name.length + item.arguments.length;
  if (item.type === 'function_call_output') return item.output.length;
  let sizeBytes = 0;
  for (const part of item.content) {
    if ('text' in part) sizeBytes += part.text.length;
    else if ('image_url' in part) sizeBytes += part.image_url.length;
    else sizeBytes += part.transcript?.length ?? 0;
  }
  return sizeBytes;
}

/** Removes from a spoken item what its user has not heard. */
export function truncateItem({ item, spoken }: StoredItem, contentIndex: number, audioEndMs: number): void {
  const part = item.type === 'message' && item.role === 'assistant' ? item.content[contentIndex] : undefined;
  if (part?.type !== 'output_audio' || spoken === undefined) {
    const message = 'Only audio that the model has spoken can be truncated; this content is none.';
    throw new GatewayError('invalid-value', message, {
      param: part === undefined ? 'content_index' : 'item_id',
    });
  }
  if (item.status === 'in_progress') {
    const message = 'The item is still being spoken: cancel its response first.';
    throw new GatewayError('wrong-state', message, { param: 'item_id' });
  }
  const durationMs = Math.ceil(spoken.durationMs);
  if (audioEndMs > durationMs) {
    const message = `Audio content of ${durationMs}ms is already shorter than ${audioEndMs}ms.`;
    throw new GatewayError('invalid-value', message, { param: 'audio_end_ms' });
  }
  spoken.cutAt(audioEndMs);
  part.transcript = spoken.text;
}
