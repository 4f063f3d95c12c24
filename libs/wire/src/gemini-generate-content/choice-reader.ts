import { type StreamPart, type TokenLogprob } from '#canonical';
import { mintCallId } from './call-id.js';
import { citeSources, readSources, type Source } from './citations.js';
import { decodeFinishReason } from './finish-reason.js';
import { decodeLogprobs } from './logprobs.js';
import { type ModelFragment, readModelPart } from './model-part.js';
import { type ProtoObject } from './proto-object.js';
import { readUpstreamSignature } from './thought-signature.js';

interface OpenBlock {
  kind: 'text' | 'reasoning';
  at: { choice: number; block: number };
  text: string;
}

/** Follows one candidate through an answer. Each chunk brings whole parts, and chunks of texts. */
export class ChoiceReader {
  private open: OpenBlock | undefined;
  private blockCount = 0;
  private callCount = 0;
  private sources: Source[] = [];
  private finishWord: string | undefined;

  constructor(
    private readonly index: number,
    private readonly responseId: string,
  ) {}

  get isFinished(): boolean {
    return this.finishWord !== undefined;
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
    const finishWord = candidate.word('finishReason');
    if (finishWord !== undefined && finishWord !== 'FINISH_REASON_UNSPECIFIED') this.finishWord = finishWord;
    return parts;
  }

  /** Some models say the reason with every chunk, so that only the end of the stream is the end of the choice. */
  end(): StreamPart[] {
    const finish = decodeFinishReason(this.finishWord ?? 'OTHER', this.callCount > 0);
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
    const callId = id ?? mintCallId(this.responseId, this.index, this.callCount);
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
    const citations = citeSources(this.sources, block.text);
    this.sources = [];
    return [{ type: 'text-end', ...(citations.length > 0 ? { citations } : {}), ...block.at }];
  }

  private nextBlock(): { choice: number; block: number } {
    const block = this.blockCount;
    this.blockCount += 1;
    return { choice: this.index, block };
  }
}
