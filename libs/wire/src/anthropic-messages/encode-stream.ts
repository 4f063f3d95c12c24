import {
  type FinishReason,
  type JsonObject,
  type StreamPart,
  type Usage,
  sealReasoningSignature,
} from '#canonical';
import { type AnswerContext, type StreamEncoder } from '../chat-codec.js';
import { UNPROVEN } from '../unproven.js';
import { encodeCitation } from './citations.js';
import { describeMedia, messageHead } from './encode-response.js';
import { encodeEvent } from './events.js';
import { encodeFinish } from './finish-reason.js';
import { encodeGivenTier } from './service-tier.js';
import { FORMAT_ID, sealCallSignature } from './tool-call-signature.js';
import { encodeUsage } from './usage.js';

type Part<Type extends StreamPart['type']> = Extract<StreamPart, { type: Type }>;
type BlockPart = Exclude<StreamPart, Part<'response-start' | 'prompt-block' | 'finish' | 'usage'>>;

const TEXT = { type: 'text', text: '' };
const THINKING = { type: 'thinking', thinking: '', signature: '' };

interface HeldBlock {
  opening: JsonObject;
  deltas: JsonObject[];
  isClosed: boolean;
}

export class MessageStreamEncoder implements StreamEncoder {
  private readonly lane = new BlockLane();
  private readonly redacted = new Set<string>();
  /** The text of blocks so far, for citations quote it. */
  private readonly texts = new Map<string, string>();
  /** The ids of the calls so far, by their blocks. */
  private readonly calls = new Map<string, string>();
  private finish: FinishReason = { kind: 'other' };
  private usage: Usage | undefined;
  private hasRefusal = false;

  constructor(private readonly context: AnswerContext) {}

  push(part: StreamPart): string {
    switch (part.type) {
      case 'response-start':
        return this.startMessage(part);
      case 'prompt-block':
        this.finish = { kind: 'content-filter' };
        return '';
      case 'finish':
        if (part.choice === 0) this.finish = part.finish;
        return '';
      case 'usage':
        this.usage = part.usage;
        return '';
      default:
        return part.choice === 0 ? this.pushBlockPart(part) : '';
    }
  }

  /** The reason and the usage go together, and the usage of most services comes last. */
  end(): string {
    const traits = { hasCalls: this.calls.size > 0, hasRefusal: this.hasRefusal };
    const delta = encodeFinish(this.finish, traits);
    const ending = encodeEvent('message_delta', { delta, usage: encodeUsage(this.usage) });
    return this.lane.closeAll() + ending + encodeEvent('message_stop');
  }

  private startMessage({ id, usage, serviceTier }: Part<'response-start'>): string {
    this.usage = usage;
    const known = { ...encodeUsage(usage), service_tier: encodeGivenTier(serviceTier) };
    const message = {
      ...messageHead(id, this.context),
      content: [],
      stop_reason: null,
      stop_sequence: null,
      stop_details: null,
      container: null,
      usage: { ...known, output_tokens: Math.max(1, usage?.outputTokens ?? 0) },
    };
    return encodeEvent('message_start', { message });
  }

  private pushBlockPart(part: BlockPart): string {
    const key = String(part.block);
    switch (part.type) {
      case 'refusal-start':
        this.hasRefusal = true;
        return '';
      case 'text-start':
        return '';
      case 'text-delta':
      case 'refusal-delta':
        return this.growText(key, part.text);
      case 'text-end':
        return this.endText(key, part);
      case 'refusal-end':
        return this.lane.close(key);
      case 'reasoning-start':
        if (part.isRedacted) this.redacted.add(key);
        return '';
      case 'reasoning-delta':
        return this.growThinking(key, part.text);
      case 'reasoning-end':
        return this.endThinking(key, part);
      case 'tool-call-start':
        this.calls.set(key, part.id);
        return this.lane.open(key, { type: 'tool_use', id: part.id, name: part.name, input: {} });
      case 'tool-call-delta':
        if (part.arguments === '') return '';
        return this.lane.grow(key, { type: 'input_json_delta', partial_json: part.arguments });
      case 'tool-call-end':
        return this.endToolCall(key, part);
      case 'media':
        return this.growText(key, describeMedia(part.part)) + this.lane.close(key);
    }
  }

  /** A block opens with its first text: one that stays empty would be refused when the client gives it back. */
  private growText(key: string, text: string): string {
    if (text === '') return '';
    this.texts.set(key, (this.texts.get(key) ?? '') + text);
    return this.ensureOpen(key, TEXT) + this.lane.grow(key, { type: 'text_delta', text });
  }

  private endText(key: string, { citations = [] }: Part<'text-end'>): string {
    const text = this.texts.get(key);
    if (text === undefined) return '';
    this.texts.delete(key);
    const quotes = citations.map((citation) =>
      this.lane.grow(key, { type: 'citations_delta', citation: encodeCitation(citation, text) }),
    );
    return quotes.join('') + this.lane.close(key);
  }

  private growThinking(key: string, text: string): string {
    if (text === '' || this.redacted.has(key)) return '';
    return this.ensureOpen(key, THINKING) + this.lane.grow(key, { type: 'thinking_delta', thinking: text });
  }

  private endThinking(key: string, { signature: reasoningSignature }: Part<'reasoning-end'>): string {
    const carried =
      reasoningSignature === undefined ? '' : sealReasoningSignature(reasoningSignature, FORMAT_ID);
    if (carried === '' && !this.lane.has(key)) return '';
    if (this.redacted.has(key)) return this.whole(key, { type: 'redacted_thinking', data: carried });
    const signature = { type: 'signature_delta', signature: carried || UNPROVEN };
    return this.ensureThinking(key) + this.lane.grow(key, signature) + this.lane.close(key);
  }

  /** Some clients take a signature only behind thinking, and an empty increment is enough of that. */
  private ensureThinking(key: string): string {
    if (this.lane.has(key)) return '';
    return this.lane.open(key, THINKING) + this.lane.grow(key, { type: 'thinking_delta', thinking: '' });
  }

  private endToolCall(key: string, { signature }: Part<'tool-call-end'>): string {
    const closing = this.lane.close(key);
    if (signature === undefined) return closing;
    return closing + this.whole(`${key} signature`, sealCallSignature(this.calls.get(key) ?? '', signature));
  }

  private ensureOpen(key: string, opening: typeof TEXT | typeof THINKING): string {
    return this.lane.has(key) ? '' : this.lane.open(key, opening);
  }

  private whole(key: string, block: { type: string; data: string }): string {
    return this.lane.open(key, block) + this.lane.close(key);
  }
}

/**
 * Puts blocks that may grow side by side one behind the other: this format has one block open at a time. The
 * first of them is on the wire; the others wait, in the order they were opened.
 */
class BlockLane {
  private readonly blocks = new Map<string, HeldBlock>();
  private nextIndex = 0;

  has(key: string): boolean {
    return this.blocks.has(key);
  }

  open(key: string, opening: JsonObject): string {
    this.blocks.set(key, { opening, deltas: [], isClosed: false });
    return this.isOnWire(key) ? this.start(opening) : '';
  }

  grow(key: string, delta: JsonObject): string {
    if (this.isOnWire(key)) return this.continue(delta);
    this.blocks.get(key)?.deltas.push(delta);
    return '';
  }

  close(key: string): string {
    const block = this.blocks.get(key);
    if (block === undefined) return '';
    block.isClosed = true;
    return this.isOnWire(key) ? this.stop(key) + this.advance() : '';
  }

  closeAll(): string {
    return [...this.blocks.keys()].map((key) => this.close(key)).join('');
  }

  private isOnWire(key: string): boolean {
    return this.blocks.keys().next().value === key;
  }

  /** Lets the waiting blocks on, up to the first that may still grow. */
  private advance(): string {
    let text = '';
    for (const [key, { opening, deltas, isClosed }] of this.blocks) {
      text += this.start(opening) + deltas.map((delta) => this.continue(delta)).join('');
      if (!isClosed) return text;
      text += this.stop(key);
    }
    return text;
  }

  private start(opening: JsonObject): string {
    return encodeEvent('content_block_start', { index: this.nextIndex, content_block: opening });
  }

  private continue(delta: JsonObject): string {
    return encodeEvent('content_block_delta', { index: this.nextIndex, delta });
  }

  private stop(key: string): string {
    this.blocks.delete(key);
    return encodeEvent('content_block_stop', { index: this.nextIndex++ });
  }
}
