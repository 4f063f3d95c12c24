import {
  type ChatResponse,
  GatewayError,
  type JsonObject,
  type StreamPart,
  type TokenLogprob,
  collectResponse,
} from '#canonical';
import { type SseEvent } from '#sse';
import { type StreamDecoder } from '../chat-codec.js';
import { decodeStreamedError } from '../errors/decode-upstream-error.js';
import { endedEarly } from '../errors/ended-early.js';
import { generateCallId } from './function-call.js';
import { type Source, toCitations, readSources } from './citations.js';
import { decodeFinishReason } from './finish-reason.js';
import { decodeLogprobs } from './logprobs.js';
import { type ModelFragment, readModelPart } from './model-part.js';
import { checkObject } from '../validation/json-values.js';
import { parseChunk } from './stream-framing.js';
import { ProtoObject } from './proto-object.js';
import { readUpstreamSignature } from './thought-signature.js';
import { decodeUsage, collectSearches } from './usage.js';

interface OpenBlock {
  kind: 'text' | 'reasoning';
  at: { choice: number; block: number };
  text: string;
}

export class GeminiStreamDecoder implements StreamDecoder {
  private readonly reader = new ResponseReader();

  push({ data }: SseEvent): StreamPart[] {
    const chunk = parseChunk(data);
    return chunk === undefined ? [] : this.reader.read(chunk);
  }

  end(): StreamPart[] {
    return this.reader.end();
  }
}

export function decodeResponse(body: JsonObject): ChatResponse {
  const reader = new ResponseReader();
  return collectResponse([...reader.read(body), ...reader.end()]);
}

/** Decodes a response chunk by chunk. A response that is not streamed is one chunk. */
class ResponseReader {
  private readonly choices = new Map<number, ChoiceReader>();
  private responseId: string | undefined;
  private isBlocked = false;
  private readonly searches = new Set<string>();

  read(json: JsonObject): StreamPart[] {
    if (json['error'] != null) throw decodeStreamedError(json['error'], []);
    try {
      return this.readChunk(new ProtoObject(checkObject(json, '')));
    } catch (error) {
      throw toBadResponse(error);
    }
  }

  end(): StreamPart[] {
    const choices = [...this.choices.values()];
    const isWhole = choices.length === 0 ? this.isBlocked : choices.every((choice) => choice.isFinished);
    if (!isWhole) throw endedEarly();
    return choices.flatMap((choice) => choice.end());
  }

  private readChunk(chunk: ProtoObject): StreamPart[] {
    const parts = this.start(chunk);
    for (const candidate of chunk.objects('candidates') ?? []) {
      collectSearches(candidate.members, this.searches);
      parts.push(...this.getChoice(candidate.integer('index') ?? 0).read(candidate));
    }
    const reason = chunk.object('promptFeedback')?.enumName('blockReason');
    if (reason !== undefined && this.choices.size === 0 && !this.isBlocked) {
      this.isBlocked = true;
      parts.push({ type: 'prompt-block', reason });
    }
    const usage = decodeUsage(chunk.value('usageMetadata'), this.searches);
    if (usage) parts.push({ type: 'usage', usage });
    return parts;
  }

  private start(chunk: ProtoObject): StreamPart[] {
    if (this.responseId !== undefined) return [];
    const id = chunk.string('responseId') ?? '';
    this.responseId = id === '' ? generateCallId('chunk', JSON.stringify(chunk.members)) : id;
    const createdAtMs = Date.parse(chunk.string('createTime') ?? '');
    const createdAtSeconds = Number.isNaN(createdAtMs) ? 0 : Math.floor(createdAtMs / 1000);
    return [{ type: 'response-start', id, model: chunk.string('modelVersion') ?? '', createdAtSeconds }];
  }

  private getChoice(index: number): ChoiceReader {
    let choice = this.choices.get(index);
    if (choice === undefined) {
      choice = new ChoiceReader(index, this.responseId ?? '');
      this.choices.set(index, choice);
    }
    return choice;
  }
}

/** The fields are validated like those of a client, but here an error is the upstream's. */
function toBadResponse(error: unknown): unknown {
  if (!(error instanceof GatewayError) || error.source !== 'client') return error;
  return new GatewayError(
    'upstream-bad-response',
    'The provider returned a response that could not be parsed.',
    {
      cause: error,
    },
  );
}

/** Decodes one candidate of a response. A chunk has complete parts, and deltas of texts. */
class ChoiceReader {
  private open: OpenBlock | undefined;
  private blockCount = 0;
  private callCount = 0;
  private sources: Source[] = [];
  private finishReason: string | undefined;

  constructor(
    private readonly index: number,
    private readonly responseId: string,
  ) {}

  get isFinished(): boolean {
    return this.finishReason !== undefined;
  }

  read(candidate: ProtoObject): StreamPart[] {
    const result = candidate.object('logprobsResult');
    let logprobs = result && decodeLogprobs(result);
    const sources = readSources(candidate);
    if (sources.length > 0) this.sources = sources;
    const parts: StreamPart[] = [];
    for (const part of candidate.object('content')?.objects('parts') ?? []) {
      for (const fragment of readModelPart(part, readUpstreamSignature) ?? []) {
        parts.push(...this.readFragment(fragment, logprobs));
        if (fragment.kind === 'text') logprobs = undefined;
      }
    }
    const finishReason = candidate.enumName('finishReason');
    if (finishReason !== undefined && finishReason !== 'FINISH_REASON_UNSPECIFIED')
      this.finishReason = finishReason;
    return parts;
  }

  /** Some models send the reason with every chunk, so a choice ends only with the stream. */
  end(): StreamPart[] {
    const finish = decodeFinishReason(this.finishReason ?? 'OTHER', this.callCount > 0);
    return [...this.close(), { type: 'finish', choice: this.index, finish }];
  }

  private readFragment(fragment: ModelFragment, logprobs: TokenLogprob[] | undefined): StreamPart[] {
    switch (fragment.kind) {
      case 'text': {
        const { parts, block } = this.continueBlock('text', fragment.text);
        const delta = { type: 'text-delta' as const, text: fragment.text, ...block.at };
        return [...parts, logprobs?.length ? { ...delta, logprobs } : delta];
      }
      case 'thought': {
        const { text, signature } = fragment;
        const { parts, block } = this.continueBlock('reasoning', text);
        if (text !== '') parts.push({ type: 'reasoning-delta', text, ...block.at });
        return signature ? [...parts, ...this.close(signature.signature)] : parts;
      }
      case 'signature': {
        const parts = [...this.close(), ...this.continueBlock('reasoning', '').parts];
        return [...parts, ...this.close(fragment.signature.signature)];
      }
      case 'call':
        return [...this.close(), ...this.readCall(fragment)];
      case 'media':
        return [...this.close(), { type: 'media', part: fragment.part, ...this.nextBlock() }];
    }
  }

  private readCall({ id, name, args, signature }: Extract<ModelFragment, { kind: 'call' }>): StreamPart[] {
    const callId = id ?? generateCallId(this.responseId, this.index, this.callCount);
    this.callCount += 1;
    const at = this.nextBlock();
    return [
      { type: 'tool-call-start', id: callId, name, ...at },
      { type: 'tool-call-delta', arguments: JSON.stringify(args), ...at },
      { type: 'tool-call-end', ...(signature ? { signature } : {}), ...at },
    ];
  }

  private continueBlock(kind: OpenBlock['kind'], text: string): { parts: StreamPart[]; block: OpenBlock } {
    if (this.open?.kind === kind) {
      this.open.text += text;
      return { parts: [], block: this.open };
    }
    const parts = this.close();
    const block: OpenBlock = { kind, at: this.nextBlock(), text };
    this.open = block;
    parts.push({ type: `${kind}-start`, ...block.at });
    return { parts, block };
  }

  private close(signature?: Extract<StreamPart, { type: 'reasoning-end' }>['signature']): StreamPart[] {
    const block = this.open;
    if (block === undefined) return [];
    this.open = undefined;
    if (block.kind === 'reasoning')
      return [{ type: 'reasoning-end', ...(signature ? { signature } : {}), ...block.at }];
    const citations = toCitations(this.sources, block.text);
    this.sources = [];
    return [{ type: 'text-end', ...(citations.length > 0 ? { citations } : {}), ...block.at }];
  }

  private nextBlock(): { choice: number; block: number } {
    const block = this.blockCount;
    this.blockCount += 1;
    return { choice: this.index, block };
  }
}
