import { type Citation, GatewayError, type StreamPart, type Usage } from '#canonical';
import { type SseEvent } from '#sse';
import { type StreamDecoder } from '../chat-codec.js';
import { decodeStreamedError } from '../errors/decode-upstream-error.js';
import { endedEarly } from '../errors/ended-early.js';
import { DONE, readChunk } from '../openai-dialect/chunk-stream.js';
import { getRecord, toText } from '../openai-dialect/json-members.js';
import { readCitations } from './citations.js';
import { decodeFinish } from './finish-reason.js';
import { readUsage } from './usage.js';

type Fields = Record<string, unknown>;
type ContentKind = 'text' | 'reasoning';

interface OpenCall {
  block: number;
  hasArguments: boolean;
}

export class CohereStreamDecoder implements StreamDecoder {
  private hasStarted = false;
  private hasFinished = false;
  private hasCalls = false;
  private blockCount = 0;
  private openContent: { kind: ContentKind; block: number } | undefined;
  /** By the service's index. */
  private readonly calls = new Map<unknown, OpenCall>();
  private citations: Citation[] = [];
  private usage: Usage | undefined;

  push({ event, data }: SseEvent): StreamPart[] {
    if (data.trim() === '' || data.trim() === DONE || this.hasFinished) return [];
    const chunk = readChunk(data);
    const type = toText(chunk['type']) || (event ?? '');
    const delta = getRecord(chunk['delta']) ?? {};
    const message = getRecord(delta['message']) ?? {};
    switch (type) {
      case 'message-start':
        return this.start(toText(chunk['id']));
      case 'content-start':
      case 'content-delta':
        return this.addContent(getRecord(message['content']) ?? {});
      case 'tool-plan-delta':
        return this.addText('reasoning', toText(message['tool_plan']));
      case 'tool-call-start':
        return this.startCall(chunk['index'], getRecord(message['tool_calls']) ?? {});
      case 'tool-call-delta':
        return this.growCall(chunk['index'], getRecord(message['tool_calls']) ?? {});
      case 'tool-call-end':
        return this.endCall(chunk['index']);
      case 'citation-start':
        this.citations.push(...readCitations([message['citations']]));
        return [];
      case 'message-end':
        return this.finish(delta);
      default:
        return readOther(type, chunk);
    }
  }

  /** A response that failed may still have reported its usage. */
  end(): StreamPart[] {
    if (this.hasFinished) return [];
    if (this.usage !== undefined) return [{ type: 'usage', usage: this.usage }];
    throw endedEarly();
  }

  private start(id: string): StreamPart[] {
    if (this.hasStarted) return [];
    this.hasStarted = true;
    // The service reports neither the model nor the time.
    return [{ type: 'response-start', id, model: '', createdAtSeconds: 0 }];
  }

  /**
   * A block's type follows from its content. It stays open until another begins, because citations come after its
   * text.
   */
  private addContent(content: Fields): StreamPart[] {
    return [
      ...this.addText('reasoning', toText(content['thinking'])),
      ...this.addText('text', toText(content['text'])),
    ];
  }

  private addText(kind: ContentKind, text: string): StreamPart[] {
    this.checkStarted();
    if (text === '') return [];
    const opening: StreamPart[] = [];
    if (this.openContent?.kind !== kind) {
      opening.push(...this.closeContent());
      this.openContent = { kind, block: this.allocateBlock() };
      opening.push({ type: `${kind}-start`, choice: 0, block: this.openContent.block });
    }
    return [...opening, { type: `${kind}-delta`, text, choice: 0, block: this.openContent.block }];
  }

  private closeContent(): StreamPart[] {
    if (this.openContent === undefined) return [];
    const { kind, block } = this.openContent;
    this.openContent = undefined;
    const citations = kind === 'text' ? this.citations.splice(0) : [];
    return [{ type: `${kind}-end`, ...(citations.length > 0 ? { citations } : {}), choice: 0, block }];
  }

  private startCall(index: unknown, call: Fields): StreamPart[] {
    this.checkStarted();
    const fn = getRecord(call['function']) ?? {};
    const open: OpenCall = { block: this.allocateBlock(), hasArguments: false };
    this.calls.set(index, open);
    this.hasCalls = true;
    return [
      ...this.closeContent(),
      {
        type: 'tool-call-start',
        id: toText(call['id']),
        name: toText(fn['name']),
        choice: 0,
        block: open.block,
      },
      ...extendCall(open, toText(fn['arguments'])),
    ];
  }

  private growCall(index: unknown, call: Fields): StreamPart[] {
    const open = this.calls.get(index);
    if (open === undefined) throw badResponse('The provider sent a delta for a tool call that is not open.');
    return extendCall(open, toText(getRecord(call['function'])?.['arguments']));
  }

  private endCall(index: unknown): StreamPart[] {
    const open = this.calls.get(index);
    this.calls.delete(index);
    return open === undefined ? [] : closeCall(open);
  }

  private finish(delta: Fields): StreamPart[] {
    this.checkStarted();
    this.usage = readUsage(delta['usage']);
    const finish = decodeFinish(toText(delta['finish_reason']), this.hasCalls, delta['error']);
    this.hasFinished = true;
    return [
      ...this.closeContent(),
      ...[...this.calls.values()].flatMap(closeCall),
      { type: 'finish', choice: 0, finish },
      ...(this.usage === undefined ? [] : [{ type: 'usage' as const, usage: this.usage }]),
    ];
  }

  private checkStarted(): void {
    if (!this.hasStarted) throw badResponse('The provider sent an event before the start of the response.');
  }

  private allocateBlock(): number {
    const block = this.blockCount;
    this.blockCount += 1;
    return block;
  }
}

function extendCall(call: OpenCall, fragment: string): StreamPart[] {
  if (fragment === '') return [];
  call.hasArguments = true;
  return [{ type: 'tool-call-delta', arguments: fragment, choice: 0, block: call.block }];
}

function closeCall({ block, hasArguments }: OpenCall): StreamPart[] {
  const at = { choice: 0, block };
  const none: StreamPart[] = hasArguments ? [] : [{ type: 'tool-call-delta', arguments: '{}', ...at }];
  return [...none, { type: 'tool-call-end', ...at }];
}

/** Ignores the ends of blocks and unknown events. The service reports an error as a bare message. */
function readOther(type: string, chunk: Fields): StreamPart[] {
  if (type === 'error' || (type === '' && typeof chunk['message'] === 'string')) {
    throw decodeStreamedError(chunk, []);
  }
  return [];
}

function badResponse(message: string): GatewayError {
  return new GatewayError('upstream-bad-response', message);
}
