import {
  type AssistantPart,
  type Citation,
  type JsonObject,
  type ReasoningSignature,
  type StreamPart,
  type TokenLogprob,
} from '#canonical';
import { type ChatHabits } from '../chat-codec.js';
import { getRecord, getRecords, toNumber, toText } from '../openai-dialect/json-members.js';
import { readCitations } from './annotations.js';
import { decodeFinish } from './finish-reason.js';
import { readImages } from './images.js';
import { ThinkingSplitter, type ContentSegment, readContent } from './inline-thinking.js';
import { readLogprobs } from './logprobs.js';
import { ThinkingBlockCollector, readCallSignature } from './reasoning-signature.js';
import { generateToolCallId } from './tools.js';

type BlockKind = 'text' | 'refusal' | 'reasoning';

interface Call {
  index: number | undefined;
  id: string;
  name: string;
  /** Set when the name of the call arrives, which may be after its first arguments. */
  block?: number;
  buffered: string;
  hasArguments: boolean;
  signature?: ReasoningSignature;
}

/**
 * Decodes one choice of a streamed response. One block of text, refusal or reasoning is open at a time; calls stay
 * open beside it.
 */
export class ChoiceStreamDecoder {
  hasFinished = false;
  private blockCount = 0;
  private open: { kind: BlockKind; block: number } | undefined;
  private readonly partTypes = new Set<AssistantPart['type']>();
  private readonly calls: CallStreamDecoder;
  private readonly thinking = new ThinkingBlockCollector();
  private readonly splitter = new ThinkingSplitter();
  private citations: Citation[] = [];

  constructor(
    private readonly index: number,
    responseId: string,
    private readonly habits: ChatHabits | undefined,
  ) {
    this.calls = new CallStreamDecoder(index, `${responseId} ${index}`, () => this.allocateBlock());
  }

  push(choice: Record<string, unknown>): StreamPart[] {
    if (this.hasFinished) return [];
    const delta = getRecord(choice['delta']) ?? {};
    const finishReason = toText(choice['finish_reason']);
    this.citations.push(...readCitations(delta['annotations']));
    return [
      ...this.pushReasoning(delta),
      ...this.pushContent(delta['content'], readLogprobs(choice['logprobs'])),
      ...this.addText('refusal', toText(delta['refusal'])),
      ...this.pushImages(delta),
      ...this.pushCalls(delta),
      ...(finishReason === '' ? [] : this.finish(finishReason)),
    ];
  }

  finish(raw: string): StreamPart[] {
    this.hasFinished = true;
    if (this.calls.hasCalls) this.partTypes.add('tool-call');
    return [
      ...this.pushSegments(this.splitter.stop()),
      ...this.closeBlock(),
      ...this.emitLateSignature(),
      ...this.calls.end(),
      { type: 'finish', choice: this.index, finish: decodeFinish(raw, this.partTypes, this.habits) },
    ];
  }

  private pushReasoning(delta: Record<string, unknown>): StreamPart[] {
    const blocks = getRecords(delta['thinking_blocks']) as JsonObject[];
    this.thinking.add(blocks);
    const reasoningText = toText(delta['reasoning_content']) || toText(delta['reasoning']);
    if (reasoningText !== '')
      return [...this.pushSegments(this.splitter.stop()), ...this.addText('reasoning', reasoningText)];
    if (this.partTypes.has('reasoning')) return [];
    return this.addText('reasoning', blocks.map((block) => toText(block['thinking'])).join(''));
  }

  private pushContent(content: unknown, logprobs?: TokenLogprob[]): StreamPart[] {
    if (logprobs === undefined || logprobs.length === 0) {
      return readContent(content).flatMap(({ kind, text }) =>
        kind === 'text' ? this.pushSegments(this.splitter.push(text)) : this.addText(kind, text),
      );
    }
    return [...this.pushSegments(this.splitter.stop()), ...this.addText('text', toText(content), logprobs)];
  }

  private pushSegments(segments: readonly ContentSegment[]): StreamPart[] {
    return segments.flatMap(({ kind, text }) => this.addText(kind, text));
  }

  private addText(kind: BlockKind, text: string, logprobs?: TokenLogprob[]): StreamPart[] {
    if (text === '' && (logprobs === undefined || logprobs.length === 0)) return [];
    const opening = this.open?.kind === kind ? [] : [...this.closeBlock(), this.openBlock(kind)];
    const at = { choice: this.index, block: this.open?.block ?? 0 };
    if (kind !== 'text') return [...opening, { type: `${kind}-delta`, text, ...at }];
    return [...opening, { type: 'text-delta', text, ...(logprobs ? { logprobs } : {}), ...at }];
  }

  private pushImages(delta: Record<string, unknown>): StreamPart[] {
    return readImages(delta['images']).map((part) => ({
      type: 'media',
      part,
      choice: this.index,
      block: this.allocateBlock(),
    }));
  }

  private pushCalls(delta: Record<string, unknown>): StreamPart[] {
    const functionCall = getRecord(delta['function_call']);
    const entries = [
      ...getRecords(delta['tool_calls']),
      ...(functionCall ? [{ index: 0, function: functionCall }] : []),
    ];
    if (entries.length === 0) return [];
    return [
      ...this.pushSegments(this.splitter.stop()),
      ...this.closeBlock(),
      ...entries.flatMap((entry) => this.calls.push(entry)),
    ];
  }

  private openBlock(kind: BlockKind): StreamPart {
    this.partTypes.add(kind);
    this.open = { kind, block: this.allocateBlock() };
    return { type: `${kind}-start`, choice: this.index, block: this.open.block };
  }

  private closeBlock(): StreamPart[] {
    if (this.open === undefined) return [];
    const { kind, block } = this.open;
    this.open = undefined;
    const at = { choice: this.index, block };
    if (kind === 'refusal') return [{ type: 'refusal-end', ...at }];
    if (kind === 'reasoning') {
      const signature = this.thinking.take();
      return [{ type: 'reasoning-end', ...(signature ? { signature } : {}), ...at }];
    }
    const citations = this.citations.splice(0);
    return [{ type: 'text-end', ...(citations.length === 0 ? {} : { citations }), ...at }];
  }

  /** A signature after the reasoning gets a block of its own, because it contains a copy of what it signs. */
  private emitLateSignature(): StreamPart[] {
    const signature = this.thinking.take();
    if (signature === undefined) return [];
    const at = { choice: this.index, block: this.allocateBlock() };
    return [
      { type: 'reasoning-start', ...at },
      { type: 'reasoning-end', signature, ...at },
    ];
  }

  private allocateBlock(): number {
    const block = this.blockCount;
    this.blockCount += 1;
    return block;
  }
}

/** The tool calls of one choice, whose fragments may come interleaved. */
class CallStreamDecoder {
  private readonly calls: Call[] = [];

  constructor(
    private readonly choice: number,
    /** Makes the generated ids unique to the response. */
    private readonly seed: string,
    private readonly allocateBlock: () => number,
  ) {}

  get hasCalls(): boolean {
    return this.calls.length > 0;
  }

  push(entry: Record<string, unknown>): StreamPart[] {
    const fn = getRecord(entry['function']) ?? {};
    const call = this.find(entry, toText(fn['name']));
    call.id ||= toText(entry['id']);
    call.name ||= toText(fn['name']);
    call.signature ??= readCallSignature(entry);
    return this.extend(call, toFragment(fn['arguments']));
  }

  end(): StreamPart[] {
    return this.calls.flatMap((call) => {
      if (call.block === undefined) return [];
      const at = { choice: this.choice, block: call.block };
      const { signature, hasArguments } = call;
      const parts: StreamPart[] = hasArguments ? [] : [{ type: 'tool-call-delta', arguments: '{}', ...at }];
      return [...parts, { type: 'tool-call-end', ...(signature ? { signature } : {}), ...at }];
    });
  }

  /**
   * Finds the call of a fragment by its index. If a service sends no index, or the same for all, another id or name
   * starts a new call.
   */
  private find(entry: Record<string, unknown>, name: string): Call {
    const index = toNumber(entry['index']);
    const id = toText(entry['id']);
    const last = this.calls.findLast((call) => call.index === index);
    const isAnotherId = last !== undefined && id !== '' && last.id !== '' && last.id !== id && name !== '';
    const isAnotherName = index === undefined && id === '' && name !== '';
    if (last !== undefined && !isAnotherId && !isAnotherName) return last;
    const call: Call = { index, id, name, buffered: '', hasArguments: false };
    this.calls.push(call);
    return call;
  }

  private extend(call: Call, fragment: string): StreamPart[] {
    const parts: StreamPart[] = [];
    if (call.block === undefined) {
      call.buffered += fragment;
      if (call.name === '') return parts;
      call.block = this.allocateBlock();
      call.id ||= generateToolCallId(`${this.seed} ${this.calls.indexOf(call)}`);
      parts.push({
        type: 'tool-call-start',
        id: call.id,
        name: call.name,
        choice: this.choice,
        block: call.block,
      });
      fragment = call.buffered;
    }
    if (fragment === '') return parts;
    call.hasArguments = true;
    return [
      ...parts,
      { type: 'tool-call-delta', arguments: fragment, choice: this.choice, block: call.block },
    ];
  }
}

/** The format requires text, but some servers send an object. */
function toFragment(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : toText(value);
}
