import { asFields, type Fields } from '../fields.js';
import { Refused } from '../refused.js';
import { invalid } from '../value-checks.js';
import { WORD_MS, getBytes } from './audio-format.js';
import type { Conversation } from './conversation.js';
import type { Item, StoredItem } from './item.js';
import { makeItem } from './make-item.js';
import type { Session } from './session.js';
import { parseWords } from '../scenarios/words.js';

/** The dialogue as its item handler needs it. */
export interface ItemHost {
  readonly conversation: Conversation;
  readonly session: Session;
  emit(event: Fields): Promise<void>;
}

/** Handles client events about items. */
export class ItemHandler {
  constructor(private readonly host: ItemHost) {}

  create(item: unknown, previousItemId: string | null | undefined): void {
    const entry = makeItem(asFields(item), this.host.session.audio.input.format);
    this.#checkCall(entry.item);
    this.host.conversation.add(entry, previousItemId);
    this.announce(entry);
  }

  /** An item that exists and is complete. */
  announce(entry: StoredItem): void {
    const place = { previous_item_id: this.host.conversation.before(entry), item: entry.item };
    void this.host.emit({ type: 'conversation.item.added', ...place });
    void this.host.emit({ type: 'conversation.item.done', ...place });
  }

  retrieve(itemId: unknown): void {
    const { item, audio } = this.host.conversation.require(itemId, 'retrieve');
    const content = item.content?.map((part) =>
      audio && part.type.endsWith('_audio') ? { ...part, audio: audio.bytes.toString('base64') } : part,
    );
    void this.host.emit({
      type: 'conversation.item.retrieved',
      item: { ...item, ...(content && { content }) },
    });
  }

  delete(itemId: unknown): void {
    this.host.conversation.remove(this.host.conversation.require(itemId, 'delete'));
    void this.host.emit({ type: 'conversation.item.deleted', item_id: itemId });
  }

  /** Removes the audio that the user has not heard, and its text. */
  truncate({ item_id: itemId, content_index: index, audio_end_ms: endMs }: Fields): void {
    const entry = this.host.conversation.require(itemId, 'truncate');
    const part = entry.item.content?.[Number(index)];
    if (part?.type !== 'output_audio' || !entry.audio) {
      throw new Refused('Only model output audio messages can be truncated.', {
        code: 'unsupported_content_type',
      });
    }
    const { bytes, durationMs } = entry.audio;
    const keptMs = Number(endMs);
    if (keptMs > durationMs) {
      throw invalid(
        ['audio_end_ms'],
        `audio content of ${durationMs}ms is already shorter than ${keptMs}ms.`,
      );
    }
    const keptBytes = getBytes(keptMs, this.host.session.audio.output.format);
    entry.audio = { bytes: bytes.subarray(0, keptBytes), durationMs: keptMs };
    part.transcript = parseWords(part.transcript ?? '')
      .slice(0, Math.floor(keptMs / WORD_MS))
      .join('');
    const place = { item_id: itemId, content_index: index, audio_end_ms: endMs };
    void this.host.emit({ type: 'conversation.item.truncated', ...place });
  }

  #checkCall({ type, call_id: callId }: Item): void {
    if (type !== 'function_call_output') return;
    const isKnown = this.host.conversation.entries.some(
      ({ item }) => item.type === 'function_call' && item.call_id === callId,
    );
    if (isKnown) return;
    throw new Refused(`Tool call ID '${String(callId)}' not found in conversation.`, {
      code: 'invalid_tool_call_id',
    });
  }
}
