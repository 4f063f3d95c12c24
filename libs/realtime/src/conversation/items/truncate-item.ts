import { GatewayError } from '#canonical';
import { type StoredItem } from './stored-item.js';

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
