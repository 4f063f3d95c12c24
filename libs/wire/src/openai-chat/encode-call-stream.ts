import { type JsonObject, type ReasoningSignature, type StreamPart } from '#canonical';
import { sealCallSignature } from './thought-signature.js';

type CallPart = Extract<StreamPart, { type: `tool-call-${string}` }>;

interface Call {
  /** Counts the calls of the choice, not its blocks. */
  index: number;
  id: string;
  name: string;
  /** The first arguments, until the call is announced; undefined from then on. */
  held?: string;
}

/**
 * The tool calls of one choice. A call is announced with its second fragment or at its end: one that comes whole
 * then is one chunk with its signature in it, where readers look for it.
 */
export class CallStreamEncoder {
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

  /** Announces what is still held back. */
  flush(): JsonObject[] {
    return [...this.calls.values()].flatMap((call) => (call.held === undefined ? [] : this.announce(call)));
  }

  private start({ block, id, name }: Extract<CallPart, { type: 'tool-call-start' }>): JsonObject[] {
    const earlier = this.flush();
    const index = this.calls.size;
    // The older shape has room for one call.
    const isShown = !this.isFunctionCall || index === 0;
    this.calls.set(block, { index, id, name, ...(isShown ? { held: '' } : {}) });
    return earlier;
  }

  private extend(call: Call, fragment: string): JsonObject[] {
    if (fragment === '') return [];
    if (call.held === '') {
      call.held = fragment;
      return [];
    }
    const announcement = call.held === undefined ? [] : this.announce(call);
    return [...announcement, this.shaped(call.index, { arguments: fragment })];
  }

  private end(call: Call, signature: ReasoningSignature | undefined): JsonObject[] {
    if (call.held === undefined) return this.lateSignature(call.index, signature);
    call.held ||= '{}';
    return this.announce(call, signature);
  }

  private announce(call: Call, signature?: ReasoningSignature): JsonObject[] {
    const { index, id, name, held = '' } = call;
    call.held = undefined;
    const called = { name, arguments: held };
    if (this.isFunctionCall) return [{ function_call: called }];
    return [
      { tool_calls: [{ index, id, type: 'function', function: called, ...sealCallSignature(signature) }] },
    ];
  }

  private shaped(index: number, called: JsonObject): JsonObject {
    return this.isFunctionCall ? { function_call: called } : { tool_calls: [{ index, function: called }] };
  }

  private lateSignature(index: number, signature: ReasoningSignature | undefined): JsonObject[] {
    if (signature === undefined || this.isFunctionCall) return [];
    return [{ tool_calls: [{ index, ...sealCallSignature(signature) }] }];
  }
}
