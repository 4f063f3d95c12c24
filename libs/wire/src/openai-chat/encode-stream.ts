import {
  type AssistantPart,
  type FinishReason,
  type JsonObject,
  type ReasoningSignature,
  type StreamPart,
  type TokenLogprob,
} from '#canonical';
import { type EncodingContext, type StreamEncoder } from '../chat-codec.js';
import { buildResponseHead } from '../openai-dialect/response.js';
import { ChunkWriter } from '../openai-dialect/chunk-stream.js';
import { encodeCitation } from './annotations.js';
import { encodeAudio, usesFunctionCalls } from './encode-response.js';
import { encodeFinish } from './finish-reason.js';
import { encodeImages } from './images.js';
import { encodeLogprobs } from './logprobs.js';
import { encodeThinkingBlocks, sealCallSignature } from './reasoning-signature.js';

/** The changes of one choice in one chunk. */
interface ChoiceChunk {
  delta: JsonObject;
  finishReason?: string;
  logprobs?: TokenLogprob[];
}

type BlockPart = Extract<StreamPart, { block: number }>;
type ReasoningPart = Extract<AssistantPart, { type: 'reasoning' }>;

type CallPart = Extract<StreamPart, { type: `tool-call-${string}` }>;

interface Call {
  /** Counts the calls of the choice, not its blocks. */
  index: number;
  id: string;
  name: string;
  /** The first arguments until the call is sent; undefined from then on. */
  buffered?: string;
}

export class ChatStreamEncoder implements StreamEncoder {
  private readonly writer: ChunkWriter;
  private readonly choices = new Map<number, ChoiceStreamEncoder>();

  constructor(private readonly context: EncodingContext) {
    this.writer = new ChunkWriter(context.body);
  }

  push(part: StreamPart): string {
    switch (part.type) {
      case 'response-start':
        return this.start(part);
      case 'usage':
        this.writer.usage = part.usage;
        return '';
      case 'prompt-block':
        return this.write(0, this.getChoice(0).finish({ kind: 'content-filter' }));
      case 'finish':
        return this.write(part.choice, this.getChoice(part.choice).finish(part.finish));
      default:
        return this.write(part.choice, this.getChoice(part.choice).push(part));
    }
  }

  end(): string {
    return this.writer.close();
  }

  private start(part: Extract<StreamPart, { type: 'response-start' }>): string {
    this.writer.usage = part.usage;
    this.writer.open({
      ...buildResponseHead(part, { prefix: 'chatcmpl-', requestId: this.context.requestId }),
      object: 'chat.completion.chunk',
      ...(part.serviceTier === undefined ? {} : { service_tier: part.serviceTier }),
    });
    return this.write(0, this.getChoice(0).start());
  }

  private getChoice(index: number): ChoiceStreamEncoder {
    const existing = this.choices.get(index);
    if (existing !== undefined) return existing;
    const choice = new ChoiceStreamEncoder(usesFunctionCalls(this.context.body));
    this.choices.set(index, choice);
    return choice;
  }

  private write(index: number, chunks: readonly ChoiceChunk[]): string {
    return chunks
      .map(({ delta, finishReason = null, logprobs }) =>
        this.writer.write([
          { index, delta, logprobs: encodeLogprobs(logprobs), finish_reason: finishReason },
        ]),
      )
      .join('');
  }
}

/** Encodes one choice of a streamed response. */
class ChoiceStreamEncoder {
  private hasStarted = false;
  private hasFinished = false;
  private readonly partTypes = new Set<AssistantPart['type']>();
  private readonly calls: CallStreamEncoder;
  private readonly reasoning = new Map<number, ReasoningPart>();
  private readonly textOffsets = new Map<number, number>();
  private textLength = 0;

  constructor(private readonly isFunctionCall: boolean) {
    this.calls = new CallStreamEncoder(isFunctionCall);
  }

  /** Some clients fail unless a chunk has the role. */
  start(): ChoiceChunk[] {
    if (this.hasStarted) return [];
    this.hasStarted = true;
    return [{ delta: { role: 'assistant', content: '', refusal: null } }];
  }

  push(part: BlockPart): ChoiceChunk[] {
    return [...this.start(), ...this.encode(part)];
  }

  /**
   * The signatures are sent once, in the last chunk with content, because clients that merge chunks concatenate
   * lists.
   */
  finish(finish: FinishReason): ChoiceChunk[] {
    if (this.hasFinished) return [];
    this.hasFinished = true;
    const blocks = encodeThinkingBlocks([...this.reasoning.values()]);
    return [
      ...this.start(),
      ...this.calls.flush().map((delta) => ({ delta })),
      ...(blocks.length === 0 ? [] : [{ delta: { thinking_blocks: blocks } }]),
      { delta: {}, finishReason: encodeFinish(finish, this.partTypes, this.isFunctionCall) },
    ];
  }

  private encode(part: BlockPart): ChoiceChunk[] {
    switch (part.type) {
      case 'text-start':
      case 'text-delta':
      case 'text-end':
        return this.encodeText(part);
      case 'refusal-delta':
        this.partTypes.add('refusal');
        return part.text === '' ? [] : [{ delta: { refusal: part.text } }];
      case 'reasoning-start':
      case 'reasoning-delta':
      case 'reasoning-end':
        return this.encodeReasoning(part);
      case 'tool-call-start':
      case 'tool-call-delta':
      case 'tool-call-end':
        this.partTypes.add('tool-call');
        return this.calls.push(part).map((delta) => ({ delta }));
      case 'media':
        return [{ delta: encodeMedia(part.part) }];
      case 'refusal-start':
      case 'refusal-end':
        return [];
    }
  }

  private encodeText(part: Extract<BlockPart, { type: `text-${string}` }>): ChoiceChunk[] {
    switch (part.type) {
      case 'text-start':
        this.textOffsets.set(part.block, this.textLength);
        return [];
      case 'text-delta':
        this.textLength += part.text.length;
        if (part.text === '' && part.logprobs === undefined) return [];
        return [{ delta: { content: part.text }, ...(part.logprobs ? { logprobs: part.logprobs } : {}) }];
      case 'text-end': {
        const offset = this.textOffsets.get(part.block) ?? 0;
        const annotations = (part.citations ?? []).map((citation) => encodeCitation(citation, offset));
        return annotations.length === 0 ? [] : [{ delta: { annotations } }];
      }
    }
  }

  private encodeReasoning(part: Extract<BlockPart, { type: `reasoning-${string}` }>): ChoiceChunk[] {
    const block = this.reasoning.get(part.block) ?? { type: 'reasoning', text: '' };
    this.reasoning.set(part.block, block);
    switch (part.type) {
      case 'reasoning-start':
        if (part.isRedacted) block.isRedacted = true;
        return [];
      case 'reasoning-delta':
        block.text += part.text;
        return part.text === '' ? [] : [{ delta: { reasoning_content: part.text } }];
      case 'reasoning-end':
        if (part.signature) block.signature = part.signature;
        return [];
    }
  }
}

function encodeMedia(part: Extract<AssistantPart, { type: 'image' | 'audio' }>): JsonObject {
  return part.type === 'image' ? { images: encodeImages([part]) } : { audio: encodeAudio(part) };
}

/**
 * Encodes the tool calls of one choice. A call is sent with its second fragment or at its end. So a complete call is
 * one chunk that includes its signature, where clients look for it.
 */
class CallStreamEncoder {
  private readonly calls = new Map<number, Call>();

  constructor(private readonly isFunctionCall: boolean) {}

  push(part: CallPart): JsonObject[] {
    if (part.type === 'tool-call-start') return this.start(part);
    const call = this.calls.get(part.block);
    if (call === undefined || (this.isFunctionCall && call.index > 0)) return [];
    return part.type === 'tool-call-delta'
      ? this.extend(call, part.arguments)
      : this.end(call, part.signature);
  }

  /** Sends the calls that are still buffered. */
  flush(): JsonObject[] {
    return [...this.calls.values()].flatMap((call) =>
      call.buffered === undefined ? [] : this.announce(call),
    );
  }

  private start({ block, id, name }: Extract<CallPart, { type: 'tool-call-start' }>): JsonObject[] {
    const earlier = this.flush();
    const index = this.calls.size;
    // The legacy form has only one call.
    const isShown = !this.isFunctionCall || index === 0;
    this.calls.set(block, { index, id, name, ...(isShown ? { buffered: '' } : {}) });
    return earlier;
  }

  private extend(call: Call, fragment: string): JsonObject[] {
    if (fragment === '') return [];
    if (call.buffered === '') {
      call.buffered = fragment;
      return [];
    }
    const announcement = call.buffered === undefined ? [] : this.announce(call);
    return [...announcement, this.encodeDelta(call.index, { arguments: fragment })];
  }

  private end(call: Call, signature: ReasoningSignature | undefined): JsonObject[] {
    if (call.buffered === undefined) return this.encodeLateSignature(call.index, signature);
    call.buffered ||= '{}';
    return this.announce(call, signature);
  }

  private announce(call: Call, signature?: ReasoningSignature): JsonObject[] {
    const { index, id, name, buffered = '' } = call;
    call.buffered = undefined;
    const fn = { name, arguments: buffered };
    if (this.isFunctionCall) return [{ function_call: fn }];
    return [{ tool_calls: [{ index, id, type: 'function', function: fn, ...sealCallSignature(signature) }] }];
  }

  private encodeDelta(index: number, fn: JsonObject): JsonObject {
    return this.isFunctionCall ? { function_call: fn } : { tool_calls: [{ index, function: fn }] };
  }

  private encodeLateSignature(index: number, signature: ReasoningSignature | undefined): JsonObject[] {
    if (signature === undefined || this.isFunctionCall) return [];
    return [{ tool_calls: [{ index, ...sealCallSignature(signature) }] }];
  }
}
