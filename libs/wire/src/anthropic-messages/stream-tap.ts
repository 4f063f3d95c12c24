import { type JsonObject, type Usage } from '#canonical';
import { type SseBlock, encodeSseEvent } from '#sse';
import { decodeStreamedError } from '../errors/decode-upstream-error.js';
import { type StreamTap } from '../wire-format.js';
import { isRecord } from './json-record.js';
import { readEvent } from './read-event.js';
import { decodeUsage, mergeUsage } from './usage.js';

export class MessageStreamTap implements StreamTap {
  isTerminated = false;
  private hasEnding = false;
  private rawUsage: JsonObject = {};

  constructor(private readonly secrets: readonly string[]) {}

  get isComplete(): boolean {
    return this.isTerminated || this.hasEnding;
  }

  get usage(): Usage | undefined {
    return decodeUsage(this.rawUsage);
  }

  push({ event, raw }: SseBlock): Uint8Array | undefined {
    if (event === undefined) return raw;
    const message = readEvent(event);
    this.note(message);
    const { type } = message;
    if (event.event !== undefined || typeof type !== 'string') return raw;
    return Buffer.from(encodeSseEvent({ event: type, data: event.data }));
  }

  private note(message: JsonObject): void {
    switch (message['type']) {
      case 'message_start':
        if (isRecord(message['message'])) this.noteUsage(message['message']['usage']);
        return;
      case 'message_delta':
        this.noteUsage(message['usage']);
        if (isRecord(message['delta']) && typeof message['delta']['stop_reason'] === 'string') {
          this.hasEnding = true;
        }
        return;
      case 'message_stop':
        this.isTerminated = true;
        return;
      case 'error':
        throw decodeStreamedError(message['error'], this.secrets);
      default:
    }
  }

  /** Numbers that nobody can have used are not believed; what was known before stays. */
  private noteUsage(said: unknown): void {
    const merged = mergeUsage(this.rawUsage, said);
    if (decodeUsage(merged) !== undefined) this.rawUsage = merged;
  }
}
