import { type GatewayError, isJsonObject, type JsonObject, type Usage } from '#canonical';
import { type ByteEdit, getConversationOpening, JsonDocument, spliceBytes } from '#json-scan';
import { type SseBlock } from '#sse';
import { type RouteHints } from '../chat-codec.js';
import { decodeStreamedError } from '../errors/decode-upstream-error.js';
import { type FindRule, type ForwardedRequest, type StreamTap } from '../wire-format.js';
import { removeForeignReasoning } from './foreign-reasoning.js';
import {
  type StreamFraming,
  requestsEvents,
  createFraming,
  parseChunk,
  streamErrorChunk,
} from './stream-framing.js';
import { decodeUsage, collectSearches } from './usage.js';
import { validateRequest } from './validate-request.js';

const RESOURCE_PREFIX = 'models/';

/** A request that is forwarded unchanged. Its model is in the URL, and sometimes also in the body. */
export class ForwardedGeminiRequest implements ForwardedRequest {
  readonly isStreamed: boolean;

  private constructor(
    readonly document: JsonDocument,
    readonly model: string,
    private readonly hints: RouteHints,
  ) {
    this.isStreamed = hints.isStreamed ?? false;
  }

  static read(body: Buffer, hints: RouteHints): ForwardedGeminiRequest {
    const document = JsonDocument.scan(body);
    const { model } = validateRequest(document, hints.model);
    return new ForwardedGeminiRequest(document, model, hints);
  }

  get valueCount(): number {
    return this.document.valueCount;
  }

  get maxOutputTokens(): number | undefined {
    const member = this.document.member('generationConfig') ?? this.document.member('generation_config');
    const config: unknown = member === undefined ? undefined : this.document.value(member);
    if (typeof config !== 'object' || config === null) return undefined;
    const limit = numberIn(config, 'maxOutputTokens', 'max_output_tokens');
    return limit === undefined
      ? undefined
      : limit * (numberIn(config, 'candidateCount', 'candidate_count') ?? 1);
  }

  get opening(): Buffer {
    return getConversationOpening(this.document, 'contents');
  }

  retarget(
    upstreamModel: string,
    repairs: readonly ByteEdit[] = [],
    findRule: FindRule = () => undefined,
  ): Buffer {
    const foreign = removeForeignReasoning(this.document, findRule);
    return spliceBytes(this.document.bytes, [...repairs, ...this.buildModelEdits(upstreamModel), ...foreign]);
  }

  createStreamTap(secrets: readonly string[]): StreamTap {
    return new GeminiStreamTap({ hints: this.hints, secrets });
  }

  private buildModelEdits(upstreamModel: string): ByteEdit[] {
    const member = this.document.member('model');
    if (member === undefined || upstreamModel === this.model) return [];
    const model = this.document.value(member);
    const isResource = typeof model === 'string' && model.startsWith(RESOURCE_PREFIX);
    const replacement = JSON.stringify(isResource ? RESOURCE_PREFIX + upstreamModel : upstreamModel);
    return [{ start: member.start, end: member.end, replacement }];
  }
}

/** Both spellings are in use. */
function numberIn(config: object, ...keys: readonly string[]): number | undefined {
  return keys
    .map((key) => (config as Record<string, unknown>)[key])
    .find((value): value is number => typeof value === 'number');
}

/** The upstream always sends events. If the client requested a JSON array, their data become its elements. */
class GeminiStreamTap implements StreamTap {
  isTerminated = false;
  usage: Usage | undefined;
  private readonly framing: StreamFraming;
  private readonly isReframed: boolean;
  private readonly secrets: readonly string[];
  /** By the index of the candidate: true if it has a finish reason. */
  private readonly finished = new Map<unknown, boolean>();
  private isBlocked = false;
  private readonly searches = new Set<string>();

  constructor({ hints, secrets }: { hints: RouteHints; secrets: readonly string[] }) {
    this.framing = createFraming(hints);
    this.isReframed = !requestsEvents(hints);
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
    this.readChunk(chunk);
    return this.isReframed ? Buffer.from(this.framing.chunk(data)) : block.raw;
  }

  end(): string {
    return this.framing.end();
  }

  fail(error: GatewayError): string {
    return this.framing.chunk(streamErrorChunk(error)) + this.framing.end();
  }

  private readChunk(chunk: JsonObject): void {
    if (chunk['error'] != null) throw decodeStreamedError(chunk['error'], this.secrets);
    const { candidates, promptFeedback } = chunk;
    if (isJsonObject(promptFeedback) && typeof promptFeedback['blockReason'] === 'string')
      this.isBlocked = true;
    for (const candidate of Array.isArray(candidates) ? candidates : []) {
      if (!isJsonObject(candidate)) continue;
      const { index = 0, finishReason } = candidate;
      collectSearches(candidate, this.searches);
      this.finished.set(index, this.finished.get(index) === true || typeof finishReason === 'string');
    }
    this.usage = decodeUsage(chunk['usageMetadata'], this.searches) ?? this.usage;
  }
}
