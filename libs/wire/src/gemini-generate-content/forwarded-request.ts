import { type RouteHints } from '../route-hints.js';
import { conversationOpening } from '../json-scan/conversation-opening.js';
import { JsonDocument } from '../json-scan/json-document.js';
import { type ByteEdit, spliceBytes } from '../json-scan/splice-bytes.js';
import { type ForwardedRequest, type StreamTap } from '../wire-format.js';
import { GeminiStreamTap } from './stream-tap.js';
import { validateRequest } from './validate-request.js';

const RESOURCE_PREFIX = 'models/';

/** A request that goes on as it came: its model stands in the address, and only sometimes also in its body. */
export class ForwardedGeminiRequest implements ForwardedRequest {
  readonly isStreamed: boolean;

  private constructor(
    private readonly document: JsonDocument,
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
    return conversationOpening(this.document, 'contents');
  }

  retarget(upstreamModel: string): Buffer {
    return spliceBytes(this.document.bytes, this.modelEdits(upstreamModel));
  }

  createStreamTap(secrets: readonly string[]): StreamTap {
    return new GeminiStreamTap({ hints: this.hints, secrets });
  }

  private modelEdits(upstreamModel: string): ByteEdit[] {
    const member = this.document.member('model');
    if (member === undefined || upstreamModel === this.model) return [];
    const given = this.document.value(member);
    const isResource = typeof given === 'string' && given.startsWith(RESOURCE_PREFIX);
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
