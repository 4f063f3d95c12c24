import {
  type FinishReason,
  type JsonObject,
  type StreamPart,
  type Usage,
  sealReasoningSignature,
} from '#canonical';
import { type EncodingContext, type StreamEncoder } from '../chat-codec.js';
import { UNSIGNED_MARK } from '../unsigned-mark.js';
import { encodeCitation } from './citations.js';
import { describeMedia, buildMessageHead } from './encode-response.js';
import { encodeEvent } from './events.js';
import { encodeFinish } from './finish-reason.js';
import { encodeReportedTier } from './service-tier.js';
import { FORMAT_ID, sealCallSignature } from './tool-call-signature.js';
import { encodeUsage } from './usage.js';

type Part<Type extends StreamPart['type']> = Extract<StreamPart, { type: Type }>;
type BlockPart = Exclude<StreamPart, Part<'response-start' | 'prompt-block' | 'finish' | 'usage'>>;

const TEXT = { type: 'text', text: '' };
const THINKING = { type: 'thinking', thinking: '', signature: '' };

interface BufferedBlock {
  opening: JsonObject;
  deltas: JsonObject[];
  isClosed: boolean;
}

export class MessageStreamEncoder implements StreamEncoder {
  private readonly serializer = new BlockSerializer();
  private readonly redacted = new Set<string>();
  /** The text of the open blocks, because citations quote it. */
  private readonly texts = new Map<string, string>();
  /** The ids of the tool calls by block. */
  private readonly calls = new Map<string, string>();
  private finish: FinishReason = { kind: 'other' };
  private usage: Usage | undefined;
  private hasRefusal = false;

  constructor(private readonly context: EncodingContext) {}

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

  /** The stop reason and the usage are one event, and most services send the usage last. */
  end(): string {
    const traits = { hasCalls: this.calls.size > 0, hasRefusal: this.hasRefusal };
    const delta = encodeFinish(this.finish, traits);
    const ending = encodeEvent('message_delta', { delta, usage: encodeUsage(this.usage) });
    return this.serializer.closeAll() + ending + encodeEvent('message_stop');
  }

  private startMessage({ id, usage, serviceTier }: Part<'response-start'>): string {
    this.usage = usage;
    const initialUsage = { ...encodeUsage(usage), service_tier: encodeReportedTier(serviceTier) };
    const message = {
      ...buildMessageHead(id, this.context),
      content: [],
      stop_reason: null,
      stop_sequence: null,
      stop_details: null,
      container: null,
      usage: { ...initialUsage, output_tokens: Math.max(1, usage?.outputTokens ?? 0) },
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
        return this.serializer.close(key);
      case 'reasoning-start':
        if (part.isRedacted) this.redacted.add(key);
        return '';
      case 'reasoning-delta':
        return this.growThinking(key, part.text);
      case 'reasoning-end':
        return this.endThinking(key, part);
      case 'tool-call-start':
        this.calls.set(key, part.id);
        return this.serializer.open(key, { type: 'tool_use', id: part.id, name: part.name, input: {} });
      case 'tool-call-delta':
        if (part.arguments === '') return '';
        return this.serializer.grow(key, { type: 'input_json_delta', partial_json: part.arguments });
      case 'tool-call-end':
        return this.endToolCall(key, part);
      case 'media':
        return this.growText(key, describeMedia(part.part)) + this.serializer.close(key);
    }
  }

  /** A block is opened with its first text, because an empty block would be refused when the client sends it back. */
  private growText(key: string, text: string): string {
    if (text === '') return '';
    this.texts.set(key, (this.texts.get(key) ?? '') + text);
    return this.ensureOpen(key, TEXT) + this.serializer.grow(key, { type: 'text_delta', text });
  }

  private endText(key: string, { citations = [] }: Part<'text-end'>): string {
    const text = this.texts.get(key);
    if (text === undefined) return '';
    this.texts.delete(key);
    const quotes = citations.map((citation) =>
      this.serializer.grow(key, { type: 'citations_delta', citation: encodeCitation(citation, text) }),
    );
    return quotes.join('') + this.serializer.close(key);
  }

  private growThinking(key: string, text: string): string {
    if (text === '' || this.redacted.has(key)) return '';
    return (
      this.ensureOpen(key, THINKING) + this.serializer.grow(key, { type: 'thinking_delta', thinking: text })
    );
  }

  private endThinking(key: string, { signature: reasoningSignature }: Part<'reasoning-end'>): string {
    const carried =
      reasoningSignature === undefined ? '' : sealReasoningSignature(reasoningSignature, FORMAT_ID);
    if (carried === '' && !this.serializer.has(key)) return '';
    if (this.redacted.has(key))
      return this.encodeWholeBlock(key, { type: 'redacted_thinking', data: carried });
    const signature = { type: 'signature_delta', signature: carried || UNSIGNED_MARK };
    return this.ensureThinking(key) + this.serializer.grow(key, signature) + this.serializer.close(key);
  }

  /** Some clients accept a signature only after a thinking delta; an empty one suffices. */
  private ensureThinking(key: string): string {
    if (this.serializer.has(key)) return '';
    return (
      this.serializer.open(key, THINKING) +
      this.serializer.grow(key, { type: 'thinking_delta', thinking: '' })
    );
  }

  private endToolCall(key: string, { signature }: Part<'tool-call-end'>): string {
    const closing = this.serializer.close(key);
    if (signature === undefined) return closing;
    return (
      closing +
      this.encodeWholeBlock(`${key} signature`, sealCallSignature(this.calls.get(key) ?? '', signature))
    );
  }

  private ensureOpen(key: string, opening: typeof TEXT | typeof THINKING): string {
    return this.serializer.has(key) ? '' : this.serializer.open(key, opening);
  }

  private encodeWholeBlock(key: string, block: { type: string; data: string }): string {
    return this.serializer.open(key, block) + this.serializer.close(key);
  }
}

/**
 * Serializes blocks that may grow at the same time, because this format has one open block at a time. The first block
 * is sent immediately; the others are buffered in the order in which they were opened.
 */
class BlockSerializer {
  private readonly blocks = new Map<string, BufferedBlock>();
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

  /** Sends the buffered blocks, up to the first that is still open. */
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
