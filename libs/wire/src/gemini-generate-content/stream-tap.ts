import { type GatewayError, type JsonObject, type Usage } from '#canonical';
import { type SseBlock } from '#sse';
import { type RouteHints } from '../route-hints.js';
import { decodeStreamedError } from '../errors/decode-upstream-error.js';
import { type StreamTap } from '../wire-format.js';
import { parseChunk } from './parse-chunk.js';
import { isJsonObject } from './proto-object.js';
import { streamErrorChunk } from './stream-error.js';
import { asksForEvents, createFraming, type StreamFraming } from './stream-framing.js';
import { decodeUsage } from './usage.js';

/** The upstream always sends events; a client that asked for one JSON array gets its elements out of them. */
export class GeminiStreamTap implements StreamTap {
  isTerminated = false;
  usage: Usage | undefined;
  private readonly framing: StreamFraming;
  private readonly isReframed: boolean;
  private readonly secrets: readonly string[];
  /** By the index of the candidate: whether it has said why it ended. */
  private readonly finished = new Map<unknown, boolean>();
  private isBlocked = false;

  constructor({ hints, secrets }: { hints: RouteHints; secrets: readonly string[] }) {
    this.framing = createFraming(hints);
    this.isReframed = !asksForEvents(hints);
    this.secrets = secrets;
  }

  get isComplete(): boolean {
    if (this.isTerminated || this.isBlocked) return true;
    return this.finished.size > 0 && [...this.finished.values()].every(Boolean);
  }

  push(block: SseBlock): Uint8Array | undefined {
    const data = block.event?.data;
    if (data === undefined) return this.isReframed ? undefined : block.raw;
    const chunk = parseChunk(data);
    if (chunk === undefined) {
      this.isTerminated = true;
      return undefined;
    }
    this.look(chunk);
    return this.isReframed ? Buffer.from(this.framing.chunk(data)) : block.raw;
  }

  end(): string {
    return this.framing.end();
  }

  fail(error: GatewayError): string {
    return this.framing.chunk(streamErrorChunk(error)) + this.framing.end();
  }

  private look(chunk: JsonObject): void {
    if (chunk['error'] != null) throw decodeStreamedError(chunk['error'], this.secrets);
    this.usage = decodeUsage(chunk['usageMetadata']) ?? this.usage;
    const { candidates, promptFeedback } = chunk;
    if (isJsonObject(promptFeedback) && typeof promptFeedback['blockReason'] === 'string')
      this.isBlocked = true;
    for (const candidate of Array.isArray(candidates) ? candidates : []) {
      if (!isJsonObject(candidate)) continue;
      const { index = 0, finishReason } = candidate;
      this.finished.set(index, this.finished.get(index) === true || typeof finishReason === 'string');
    }
  }
}
