import { type AssistantPart, type ReasoningProof } from '#canonical';
import { type Item } from '../protocol/item.js';
import { type AudioFormat } from '../protocol/session-config.js';
import { type SpokenText } from './spoken-text.js';

export interface HeldAudio {
  contentIndex: number;
  bytes: Buffer;
  format: AudioFormat;
}

/** An item with what its client does not see. */
export interface StoredItem {
  readonly item: Item;
  /** Of a user's message, for as long as it is kept. */
  audio: HeldAudio[];
  /** Of an assistant's message that was spoken. */
  spoken?: SpokenText;
  /** What the model thought before it, so that it can be shown the same again. */
  thoughts: AssistantPart[];
  /** Of a function call. */
  proof?: ReasoningProof;
  /** Why its audio has no transcript. */
  hearingFailure?: unknown;
}

export function storeItem(item: Item, extras: Partial<Omit<StoredItem, 'item'>> = {}): StoredItem {
  return { item, audio: [], thoughts: [], ...extras };
}

/** As it is now; later changes do not show. */
export function viewOf({ item }: StoredItem): Item {
  return structuredClone(item);
}

/** What it weighs in memory, without its audio: mostly its texts and pictures. */
export function sizeOf(item: Item): number {
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
