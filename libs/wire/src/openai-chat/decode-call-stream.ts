import { type ReasoningSignature, type StreamPart } from '#canonical';
import { toNumber, getRecord, toText } from '../openai-dialect/json-reading.js';
import { readCallSignature } from './thought-signature.js';
import { mintToolCallId } from './tool-call-id.js';

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

/** The tool calls of one choice, whose fragments may come interleaved. */
export class CallStreamDecoder {
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
