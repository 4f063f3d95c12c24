import { type Usage } from '#canonical';
import {
  type ByteEdit,
  getConversationOpening,
  type JsonDocument,
  readId,
  readLimit,
  readText,
  renameModel,
  requireMember,
  spliceBytes,
} from '#json-scan';
import { type SseBlock } from '#sse';
import { decodeStreamedError } from '../errors/decode-upstream-error.js';
import { getLengthBefore } from '../operations/length-before.js';
import { type ForwardedRequest, type StreamTap } from '../wire-format.js';
import { DONE, getChoices, getError, readChunk } from './chunk-stream.js';
import { removeForeignReasoning } from './foreign-reasoning.js';
import { readUsage } from './usage.js';
import { type StreamableRequest, checkStreamOptions } from './validate-members.js';

/** Some servers pad the last event, and the official client then treats it as a chunk. */
const EXACT_DONE = Buffer.from(`data: ${DONE}\n\n`);

/**
 * A request whose response is streamed in chunks. It is forwarded unchanged, except for the model and the option to
 * include usage.
 */
export class ForwardedChunkRequest implements ForwardedRequest {
  readonly model: string;
  readonly isStreamed: boolean;
  private readonly includesUsage: boolean;

  private constructor(
    readonly document: JsonDocument,
    private readonly request: StreamableRequest,
  ) {
    this.model = request.model;
    this.isStreamed = request.stream === true;
    this.includesUsage = request.stream_options?.include_usage === true;
  }

  /** `validate` parses and checks the members, and throws if one is invalid. */
  static read(
    document: JsonDocument,
    validate: (document: JsonDocument) => StreamableRequest,
  ): ForwardedChunkRequest {
    const request = validate(document);
    checkStreamOptions(request);
    return new ForwardedChunkRequest(document, request);
  }

  get valueCount(): number {
    return this.document.valueCount;
  }

  get maxOutputTokens(): number | undefined {
    const limit = readLimit(this.document, 'max_completion_tokens', 'max_tokens');
    return limit === undefined ? undefined : limit * (readLimit(this.document, 'n') ?? 1);
  }

  get serviceTier(): string | undefined {
    return readText(this.document, 'service_tier');
  }

  get sessionId(): string | undefined {
    return readId(this.document, 'prompt_cache_key');
  }

  get opening(): Buffer {
    return getConversationOpening(
      this.document,
      this.document.member('messages') === undefined ? 'prompt' : 'messages',
    );
  }

  retarget(upstreamModel: string, repairs: readonly ByteEdit[] = []): Buffer {
    const edits = [...repairs];
    if (upstreamModel !== this.model) edits.push(renameModel(this.document, upstreamModel));
    if (this.isStreamed && !this.includesUsage) edits.push(this.buildUsageEdit());
    edits.push(...removeForeignReasoning(this.document));
    return spliceBytes(this.document.bytes, edits);
  }

  createStreamTap(secrets: readonly string[]): StreamTap {
    return new ChunkStreamTap({ withoutUsageChunk: !this.includesUsage, secrets });
  }

  /** Adds the option to include usage, because a stream without usage cannot be billed. */
  private buildUsageEdit(): ByteEdit {
    const options = this.document.member('stream_options');
    if (options !== undefined) {
      const replacement = JSON.stringify({ ...this.request.stream_options, include_usage: true });
      return { start: options.start, end: options.end, replacement };
    }
    const { end } = requireMember(this.document, 'model');
    return { start: end, end, replacement: ',"stream_options":{"include_usage":true}' };
  }
}

/**
 * Matches events that must be parsed, by the service's JSON style: nearly all write either no space after a colon, or
 * one. Members that are null need no parsing.
 */
const RELEVANT_EVENT = {
  '"choices":[': /finish_reason":"|usage":\{|error"|DONE\]/,
  '"choices": [': /finish_reason": "|usage": \{|error"|DONE\]/,
};
const STYLES = Object.keys(RELEVANT_EVENT) as (keyof typeof RELEVANT_EVENT)[];

export class ChunkStreamTap implements StreamTap {
  isTerminated = false;
  usage: Usage | undefined;
  private hasFinished = false;
  private style: keyof typeof RELEVANT_EVENT | undefined;

  constructor(private readonly options: { withoutUsageChunk: boolean; secrets: readonly string[] }) {}

  get isComplete(): boolean {
    return this.isTerminated || this.hasFinished;
  }

  getPlainLength(events: Buffer): number {
    return this.style === undefined ? 0 : getLengthBefore(events, RELEVANT_EVENT[this.style]);
  }

  push(block: SseBlock): Uint8Array | undefined {
    const data = block.event?.data;
    if (data === undefined) return block.raw;
    if (data.trim() === DONE) {
      this.isTerminated = true;
      return data === DONE ? block.raw : EXACT_DONE;
    }
    const chunk = readChunk(data);
    this.style ??= STYLES.find((style) => data.includes(style));
    const error = getError(chunk);
    if (error) throw decodeStreamedError(error, this.options.secrets);
    const usage = readUsage(chunk['usage'], chunk['service_tier']);
    if (usage) this.usage = usage;
    const choices = getChoices(chunk);
    if (choices.some((choice) => typeof choice['finish_reason'] === 'string')) this.hasFinished = true;
    const isUsageChunk = chunk['usage'] != null && Array.isArray(chunk['choices']) && choices.length === 0;
    return isUsageChunk && this.options.withoutUsageChunk ? undefined : block.raw;
  }
}
