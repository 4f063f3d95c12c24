import { isJsonObject, type JsonObject, type Usage } from '#canonical';
import {
  type ByteEdit,
  getConversationOpening,
  JsonDocument,
  readId,
  readLimit,
  renameModel,
  spliceBytes,
} from '#json-scan';
import { type SseBlock, encodeSseEvent } from '#sse';
import { decodeStreamedError } from '../errors/decode-upstream-error.js';
import { getLengthBefore } from '../operations/length-before.js';
import { type ForwardedRequest, type LostParameter, type StreamTap } from '../wire-format.js';
import { readEvent } from './events.js';
import { type RemovedReasoning, removeForeignReasoning } from './foreign-reasoning.js';
import { decodeUsage, mergeUsage } from './usage.js';
import { validateMessagesRequest } from './validate-request.js';

const BEFORE_SESSION = '_session_';

/** A request that is forwarded unchanged, except for the name of the model and the reasoning of other services. */
export class ForwardedMessagesRequest implements ForwardedRequest {
  private removed: RemovedReasoning | undefined;

  private constructor(
    readonly model: string,
    readonly isStreamed: boolean,
    readonly document: JsonDocument,
  ) {}

  static read(body: Buffer): ForwardedMessagesRequest {
    const document = JsonDocument.scan(body);
    const { model, stream } = validateMessagesRequest(document);
    return new ForwardedMessagesRequest(model, stream === true, document);
  }

  get valueCount(): number {
    return this.document.valueCount;
  }

  get maxOutputTokens(): number | undefined {
    return readLimit(this.document, 'max_tokens');
  }

  get sessionId(): string | undefined {
    const userId = readId(this.document, 'metadata', 'user_id');
    return userId === undefined ? undefined : findSessionId(userId);
  }

  get opening(): Buffer {
    return getConversationOpening(this.document, 'messages');
  }

  get lost(): readonly LostParameter[] | undefined {
    return this.findForeignReasoning()?.lost;
  }

  retarget(upstreamModel: string, repairs: readonly ByteEdit[] = []): Buffer {
    const removed = this.findForeignReasoning();
    const renamed = upstreamModel === this.model ? [] : [renameModel(this.document, upstreamModel)];
    return spliceBytes(this.document.bytes, [...repairs, ...renamed, ...(removed?.edits ?? [])]);
  }

  createStreamTap(secrets: readonly string[]): StreamTap {
    return new MessageStreamTap(secrets);
  }

  private findForeignReasoning(): RemovedReasoning | undefined {
    this.removed ??= removeForeignReasoning(this.document);
    return this.removed;
  }
}

/**
 * Claude Code sends the user, the device and the session as one text: JSON, or underscore-separated in older
 * versions.
 */
function findSessionId(userId: string): string | undefined {
  const inJson = /"session_id" ?: ?"([^"]+)"/.exec(userId)?.[1];
  if (inJson !== undefined) return inJson;
  const at = userId.lastIndexOf(BEFORE_SESSION);
  return at === -1 ? undefined : userId.slice(at + BEFORE_SESSION.length);
}

/** Matches every event that is not part of a content block. */
const NON_CONTENT_EVENT = /message_|usage"|error"/;

class MessageStreamTap implements StreamTap {
  isTerminated = false;
  private hasEnding = false;
  /** The upstream names its events, which clients require. */
  private hasNames = false;
  private rawUsage: JsonObject = {};

  constructor(private readonly secrets: readonly string[]) {}

  get isComplete(): boolean {
    return this.isTerminated || this.hasEnding;
  }

  get usage(): Usage | undefined {
    return decodeUsage(this.rawUsage);
  }

  getPlainLength(events: Buffer): number {
    return this.hasNames ? getLengthBefore(events, NON_CONTENT_EVENT) : 0;
  }

  push({ event, raw }: SseBlock): Uint8Array | undefined {
    if (event === undefined) return raw;
    this.hasNames = event.event !== undefined;
    const message = readEvent(event);
    this.recordEvent(message);
    const { type } = message;
    if (event.event !== undefined || typeof type !== 'string') return raw;
    return Buffer.from(encodeSseEvent({ event: type, data: event.data }));
  }

  private recordEvent(message: JsonObject): void {
    switch (message['type']) {
      case 'message_start':
        if (isJsonObject(message['message'])) this.recordUsage(message['message']['usage']);
        return;
      case 'message_delta':
        this.recordUsage(message['usage']);
        if (isJsonObject(message['delta']) && typeof message['delta']['stop_reason'] === 'string') {
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

  /** Usage with impossible numbers is ignored. */
  private recordUsage(usage: unknown): void {
    const merged = mergeUsage(this.rawUsage, usage);
    if (decodeUsage(merged) !== undefined) this.rawUsage = merged;
  }
}
