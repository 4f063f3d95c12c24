import {
  type AssistantPart,
  type FinishReason,
  type JsonObject,
  type StreamPart,
  type TokenLogprob,
} from '#canonical';
import { encodeCitation } from './annotations.js';
import { CallStreamEncoder } from './encode-call-stream.js';
import { encodeAudio } from './encode-response.js';
import { encodeFinish } from './finish-reason.js';
import { encodeImages } from './images.js';
import { encodeThinkingBlocks } from './thinking-blocks.js';

/** What one chunk says of one choice. */
export interface ChoiceChunk {
  delta: JsonObject;
  finishReason?: string;
  logprobs?: TokenLogprob[];
}

type BlockPart = Extract<StreamPart, { block: number }>;
type ReasoningPart = Extract<AssistantPart, { type: 'reasoning' }>;

/** One choice of a streamed answer. */
export class ChoiceStreamEncoder {
  private hasStarted = false;
  private hasFinished = false;
  private readonly made = new Set<AssistantPart['type']>();
  private readonly calls: CallStreamEncoder;
  private readonly reasoning = new Map<number, ReasoningPart>();
  private readonly textOffsets = new Map<number, number>();
  private textLength = 0;

  constructor(private readonly isFunctionCall: boolean) {
    this.calls = new CallStreamEncoder(isFunctionCall);
  }

  /** Some readers fail unless a chunk names the role. */
  start(): ChoiceChunk[] {
    if (this.hasStarted) return [];
    this.hasStarted = true;
    return [{ delta: { role: 'assistant', content: '', refusal: null } }];
  }

  push(part: BlockPart): ChoiceChunk[] {
    return [...this.start(), ...this.encode(part)];
  }

  /** Signatures go with the last that is said, once: readers that add up chunks keep one list. */
  finish(finish: FinishReason): ChoiceChunk[] {
    if (this.hasFinished) return [];
    this.hasFinished = true;
    const blocks = encodeThinkingBlocks([...this.reasoning.values()]);
    return [
      ...this.start(),
      ...this.calls.flush().map((delta) => ({ delta })),
      ...(blocks.length === 0 ? [] : [{ delta: { thinking_blocks: blocks } }]),
      { delta: {}, finishReason: encodeFinish(finish, this.made, this.isFunctionCall) },
    ];
  }

  private encode(part: BlockPart): ChoiceChunk[] {
    switch (part.type) {
      case 'text-start':
      case 'text-delta':
      case 'text-end':
        return this.encodeText(part);
      case 'refusal-delta':
        this.made.add('refusal');
        return part.text === '' ? [] : [{ delta: { refusal: part.text } }];
      case 'reasoning-start':
      case 'reasoning-delta':
      case 'reasoning-end':
        return this.encodeReasoning(part);
      case 'tool-call-start':
      case 'tool-call-delta':
      case 'tool-call-end':
        this.made.add('tool-call');
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
