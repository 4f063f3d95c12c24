import {
  type AssistantPart,
  type Citation,
  type JsonObject,
  type ReasoningSignature,
  type StreamPart,
  type TokenLogprob,
} from '#canonical';
import { getRecord, getRecords, toNumber, toText } from '../openai-dialect/json-members.js';
import { readCitations } from './annotations.js';
import { decodeFinish } from './finish-reason.js';
import { readImages } from './images.js';
import { ThinkingSplitter, type Uttered, readContent } from './inline-thinking.js';
import { readLogprobs } from './logprobs.js';
import { ThinkingBlockCollector, readCallSignature } from './reasoning-signature.js';
import { mintToolCallId } from './tools.js';

type Voice = 'text' | 'refusal' | 'reasoning';

interface Call {
  index: number | undefined;
  id: string;
  name: string;
  /** Known from when the call has a name, which may come behind its first arguments. */
  block?: number;
  held: string;
  hasArguments: boolean;
  signature?: ReasoningSignature;
}

/** One choice of a streamed answer. It speaks in one voice at a time; calls stay open beside it. */
export class ChoiceStreamDecoder {
  hasFinished = false;
  private blockCount = 0;
  private open: { voice: Voice; block: number } | undefined;
  private readonly made = new Set<AssistantPart['type']>();
  private readonly calls: CallStreamDecoder;
  private readonly thinking = new ThinkingBlockCollector();
  private readonly splitter = new ThinkingSplitter();
  private citations: Citation[] = [];

  constructor(
    private readonly index: number,
    responseId: string,
  ) {
    this.calls = new CallStreamDecoder(index, `${responseId} ${index}`, () => this.takeBlock());
  }

  push(choice: Record<string, unknown>): StreamPart[] {
    if (this.hasFinished) return [];
    const delta = getRecord(choice['delta']) ?? {};
    const finishReason = toText(choice['finish_reason']);
    this.citations.push(...readCitations(delta['annotations']));
    return [
      ...this.think(delta),
      ...this.say(delta['content'], readLogprobs(choice['logprobs'])),
      ...this.speak('refusal', toText(delta['refusal'])),
      ...this.show(delta),
      ...this.call(delta),
      ...(finishReason === '' ? [] : this.finish(finishReason)),
    ];
  }

  finish(raw: string): StreamPart[] {
    this.hasFinished = true;
    if (this.calls.hasCalls) this.made.add('tool-call');
    return [
      ...this.utter(this.splitter.stop()),
      ...this.silence(),
      ...this.proveLate(),
      ...this.calls.end(),
      { type: 'finish', choice: this.index, finish: decodeFinish(raw, this.made) },
    ];
  }

  private think(delta: Record<string, unknown>): StreamPart[] {
    const blocks = getRecords(delta['thinking_blocks']) as JsonObject[];
    this.thinking.add(blocks);
    const spoken = toText(delta['reasoning_content']) || toText(delta['reasoning']);
    if (spoken !== '') return [...this.utter(this.splitter.stop()), ...this.speak('reasoning', spoken)];
    if (this.made.has('reasoning')) return [];
    return this.speak('reasoning', blocks.map((block) => toText(block['thinking'])).join(''));
  }

  private say(content: unknown, logprobs?: TokenLogprob[]): StreamPart[] {
    if (logprobs === undefined || logprobs.length === 0) {
      return readContent(content).flatMap(({ voice, text }) =>
        voice === 'text' ? this.utter(this.splitter.push(text)) : this.speak(voice, text),
      );
    }
    return [...this.utter(this.splitter.stop()), ...this.speak('text', toText(content), logprobs)];
  }

  private utter(uttered: readonly Uttered[]): StreamPart[] {
    return uttered.flatMap(({ voice, text }) => this.speak(voice, text));
  }

  private speak(voice: Voice, text: string, logprobs?: TokenLogprob[]): StreamPart[] {
    if (text === '' && (logprobs === undefined || logprobs.length === 0)) return [];
    const opening = this.open?.voice === voice ? [] : [...this.silence(), this.raise(voice)];
    const at = { choice: this.index, block: this.open?.block ?? 0 };
    if (voice !== 'text') return [...opening, { type: `${voice}-delta`, text, ...at }];
    return [...opening, { type: 'text-delta', text, ...(logprobs ? { logprobs } : {}), ...at }];
  }

  private show(delta: Record<string, unknown>): StreamPart[] {
    return readImages(delta['images']).map((part) => ({
      type: 'media',
      part,
      choice: this.index,
      block: this.takeBlock(),
    }));
  }

  private call(delta: Record<string, unknown>): StreamPart[] {
    const older = getRecord(delta['function_call']);
    const entries = [...getRecords(delta['tool_calls']), ...(older ? [{ index: 0, function: older }] : [])];
    if (entries.length === 0) return [];
    return [
      ...this.utter(this.splitter.stop()),
      ...this.silence(),
      ...entries.flatMap((entry) => this.calls.push(entry)),
    ];
  }

  private raise(voice: Voice): StreamPart {
    this.made.add(voice);
    this.open = { voice, block: this.takeBlock() };
    return { type: `${voice}-start`, choice: this.index, block: this.open.block };
  }

  private silence(): StreamPart[] {
    if (this.open === undefined) return [];
    const { voice, block } = this.open;
    this.open = undefined;
    const at = { choice: this.index, block };
    if (voice === 'refusal') return [{ type: 'refusal-end', ...at }];
    if (voice === 'reasoning') {
      const signature = this.thinking.take();
      return [{ type: 'reasoning-end', ...(signature ? { signature } : {}), ...at }];
    }
    const citations = this.citations.splice(0);
    return [{ type: 'text-end', ...(citations.length === 0 ? {} : { citations }), ...at }];
  }

  /** Signatures that came behind the reasoning stand for themselves: they hold a copy of what they sign. */
  private proveLate(): StreamPart[] {
    const signature = this.thinking.take();
    if (signature === undefined) return [];
    const at = { choice: this.index, block: this.takeBlock() };
    return [
      { type: 'reasoning-start', ...at },
      { type: 'reasoning-end', signature, ...at },
    ];
  }

  private takeBlock(): number {
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
    /** Makes ids that differ from one answer to the next. */
    private readonly seed: string,
    private readonly takeBlock: () => number,
  ) {}

  get hasCalls(): boolean {
    return this.calls.length > 0;
  }

  push(entry: Record<string, unknown>): StreamPart[] {
    const called = getRecord(entry['function']) ?? {};
    const call = this.find(entry, toText(called['name']));
    call.id ||= toText(entry['id']);
    call.name ||= toText(called['name']);
    call.signature ??= readCallSignature(entry);
    return this.extend(call, toFragment(called['arguments']));
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

  /** By its index; where a service gives none, or the same to all, another id or name begins another call. */
  private find(entry: Record<string, unknown>, name: string): Call {
    const index = toNumber(entry['index']);
    const id = toText(entry['id']);
    const last = this.calls.findLast((call) => call.index === index);
    const isAnotherId = last !== undefined && id !== '' && last.id !== '' && last.id !== id && name !== '';
    const isAnotherName = index === undefined && id === '' && name !== '';
    if (last !== undefined && !isAnotherId && !isAnotherName) return last;
    const call: Call = { index, id, name, held: '', hasArguments: false };
    this.calls.push(call);
    return call;
  }

  private extend(call: Call, fragment: string): StreamPart[] {
    const parts: StreamPart[] = [];
    if (call.block === undefined) {
      call.held += fragment;
      if (call.name === '') return parts;
      call.block = this.takeBlock();
      call.id ||= mintToolCallId(`${this.seed} ${this.calls.indexOf(call)}`);
      parts.push({
        type: 'tool-call-start',
        id: call.id,
        name: call.name,
        choice: this.choice,
        block: call.block,
      });
      fragment = call.held;
    }
    if (fragment === '') return parts;
    call.hasArguments = true;
    return [
      ...parts,
      { type: 'tool-call-delta', arguments: fragment, choice: this.choice, block: call.block },
    ];
  }
}

/** Text, by the book; some servers send the object itself. */
function toFragment(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : toText(value);
}
