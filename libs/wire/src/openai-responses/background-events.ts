import { type JsonObject } from '#canonical';
import { type SseEvent } from '#sse';
import { isObject } from './json-object.js';
import { readEvent } from './read-event.js';
import { type ResponseEvent } from './response-writer.js';

/** Said already, when the response was accepted and when its run began. */
const OPENING_EVENTS = new Set(['response.created', 'response.queued', 'response.in_progress']);
const FINAL_EVENTS = new Set(['response.completed', 'response.incomplete', 'response.failed']);

/**
 * The events of an answer as events of a response that was promised before: whoever makes the answer may call it by
 * another id, and counts its events from the start.
 */
export class BackgroundEvents {
  /** The whole response, once it has ended. */
  final: JsonObject | undefined;
  /** The items that are whole so far. */
  readonly output: JsonObject[] = [];

  constructor(
    /** The response as it was promised. */
    private readonly promised: JsonObject,
    private nextSequence: number,
  ) {}

  get sequence(): number {
    return this.nextSequence;
  }

  /** Undefined for what was said before. */
  push(event: SseEvent): ResponseEvent | undefined {
    const read = readEvent(event);
    const type = read?.['type'];
    if (read === undefined || typeof type !== 'string' || OPENING_EVENTS.has(type)) return undefined;
    const { item, response } = read;
    if (type === 'response.output_item.done' && isObject(item)) this.output.push(item);
    const named = isObject(response) ? this.rename(response) : undefined;
    if (FINAL_EVENTS.has(type)) this.final = named;
    const sequence = this.nextSequence;
    this.nextSequence += 1;
    return {
      ...read,
      type,
      sequence_number: sequence,
      ...(named === undefined ? {} : { response: named }),
    };
  }

  private rename(response: JsonObject): JsonObject {
    const { id, created_at: createdAt, background } = this.promised;
    return { ...response, id: id ?? null, created_at: createdAt ?? null, background: background ?? true };
  }
}
