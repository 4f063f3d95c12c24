import {
  type ChatResponse,
  type Choice,
  type FinishReason,
  type GatewayError,
  type JsonObject,
  type StreamPart,
  type Usage,
} from '#canonical';
import { type EncodingContext, type StreamEncoder } from '../chat-codec.js';
import { type SentPart } from './part-buffer.js';
import { Candidate } from './candidate.js';
import { encodeGrounding } from './citations.js';
import { encodeLogprobs } from './logprobs.js';
import { type StreamFraming, createFraming, streamErrorChunk } from './stream-framing.js';
import { requestsThoughts } from './thinking.js';
import { encodeUsage } from './usage.js';

type PartOf<Type extends StreamPart['type']> = Extract<StreamPart, { type: Type }>;
type BlockStart = PartOf<'text-start' | 'refusal-start' | 'reasoning-start' | 'tool-call-start'>;
type BlockDelta = PartOf<'text-delta' | 'refusal-delta' | 'reasoning-delta' | 'tool-call-delta'>;
type BlockEnd = PartOf<'text-end' | 'refusal-end' | 'reasoning-end' | 'tool-call-end'>;

interface OpenBlock {
  start: BlockStart;
  text: string;
}

const REASONS = new Set([
  'SAFETY',
  'OTHER',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'IMAGE_SAFETY',
  'MODEL_ARMOR',
  'JAILBREAK',
]);

/**
 * Sends texts as they arrive except for their last character, calls when they are complete, and the finish reasons
 * and the usage with the last chunk.
 */
export class GeminiStreamEncoder implements StreamEncoder {
  private readonly framing: StreamFraming;
  private head: JsonObject = {};
  private readonly blocks = new Map<string, OpenBlock>();
  private readonly candidates = new Map<number, Candidate>();
  private readonly finishes = new Map<number, FinishReason>();
  private blockReason: string | undefined;
  private usage: Usage | undefined;

  private readonly includesThoughts: boolean;

  constructor({ hints, body }: Pick<EncodingContext, 'hints' | 'body'>) {
    this.framing = createFraming(hints);
    this.includesThoughts = requestsThoughts(body);
  }

  push(part: StreamPart): string {
    switch (part.type) {
      case 'response-start':
        this.head = encodeHead(part);
        this.usage = part.usage;
        return '';
      case 'prompt-block':
        this.blockReason = encodeBlockReason(part.reason);
        return '';
      case 'usage':
        this.usage = part.usage;
        return '';
      case 'finish':
        this.finishes.set(part.choice, part.finish);
        return '';
      case 'media':
        return this.send(part.choice, this.getCandidate(part.choice).add(part.part));
      default:
        return this.pushToBlock(part);
    }
  }

  end(): string {
    let pending = '';
    const candidates = [...this.finishes].map(([index, finish]) => {
      const candidate = this.getCandidate(index);
      const parts = candidate.end();
      const last = parts.pop();
      pending += this.send(index, parts);
      const content = { role: 'model', parts: last ? [last.part] : [] };
      return { content, ...candidate.encodeFinish(finish), index, ...last?.candidateFields };
    });
    const ending = this.sendChunk({
      ...(this.blockReason === undefined ? {} : { promptFeedback: { blockReason: this.blockReason } }),
      ...(candidates.length > 0 ? { candidates } : {}),
      ...(this.usage ? { usageMetadata: encodeUsage(this.usage) } : {}),
    });
    return pending + ending + this.framing.end();
  }

  fail(error: GatewayError): string {
    const pending = [...this.candidates].map(([index, candidate]) => this.send(index, candidate.end()));
    return pending.join('') + this.framing.chunk(streamErrorChunk(error)) + this.framing.end();
  }

  private pushToBlock(part: BlockStart | BlockDelta | BlockEnd): string {
    const key = `${part.choice} ${part.block}`;
    if (isStart(part)) {
      this.blocks.set(key, { start: part, text: '' });
      return '';
    }
    const block = this.blocks.get(key);
    if (block === undefined) return '';
    if (!isDelta(part)) {
      this.blocks.delete(key);
      return this.endBlock(block, part);
    }
    block.text += part.type === 'tool-call-delta' ? part.arguments : part.text;
    return this.sendDelta(part);
  }

  private sendDelta(part: BlockDelta): string {
    const candidate = this.getCandidate(part.choice);
    switch (part.type) {
      case 'tool-call-delta':
        return '';
      case 'reasoning-delta':
        return this.send(part.choice, candidate.addReasoningText(part.text));
      case 'refusal-delta':
        return this.send(part.choice, candidate.addRefusal(part.text));
      case 'text-delta':
        return this.send(part.choice, candidate.addText(part.text, part.logprobs));
    }
  }

  private endBlock({ start, text }: OpenBlock, end: BlockEnd): string {
    const { choice, type } = end;
    const candidate = this.getCandidate(choice);
    if (type === 'text-end' && end.citations) candidate.addCitations(end.citations, text);
    if (type === 'reasoning-end') {
      const isRedacted = start.type === 'reasoning-start' && start.isRedacted === true;
      return this.send(choice, candidate.endReasoning({ text, signature: end.signature, isRedacted }));
    }
    if (type !== 'tool-call-end' || start.type !== 'tool-call-start') return '';
    const { id, name } = start;
    const { signature } = end;
    return this.send(choice, candidate.add({ type: 'tool-call', id, name, arguments: text, signature }));
  }

  private getCandidate(index: number): Candidate {
    let candidate = this.candidates.get(index);
    if (candidate === undefined) {
      candidate = new Candidate(this.includesThoughts);
      this.candidates.set(index, candidate);
    }
    return candidate;
  }

  private send(index: number, parts: readonly SentPart[]): string {
    const chunks = parts.map(({ part, candidateFields }) =>
      this.sendChunk({
        candidates: [{ content: { role: 'model', parts: [part] }, index, ...candidateFields }],
      }),
    );
    return chunks.join('');
  }

  private sendChunk(chunk: JsonObject): string {
    return this.framing.chunk(JSON.stringify({ ...chunk, ...this.head }));
  }
}

function isStart(part: BlockStart | BlockDelta | BlockEnd): part is BlockStart {
  return part.type.endsWith('-start');
}

function isDelta(part: BlockDelta | BlockEnd): part is BlockDelta {
  return part.type.endsWith('-delta');
}

export function encodeResponse(response: ChatResponse, { body }: Pick<EncodingContext, 'body'>): JsonObject {
  const { promptBlock, usage, choices } = response;
  const includesThoughts = requestsThoughts(body);
  return {
    ...(promptBlock ? { promptFeedback: { blockReason: encodeBlockReason(promptBlock.reason) } } : {}),
    ...(promptBlock && choices.length === 0
      ? {}
      : { candidates: choices.map((choice) => encodeChoice(choice, includesThoughts)) }),
    ...(usage ? { usageMetadata: encodeUsage(usage) } : {}),
    ...encodeHead(response),
  };
}

/** The members that every chunk of a response repeats. */
function encodeHead({
  id,
  model,
  createdAtSeconds,
}: Pick<ChatResponse, 'id' | 'model' | 'createdAtSeconds'>): JsonObject {
  return {
    modelVersion: model,
    ...(createdAtSeconds > 0 ? { createTime: new Date(createdAtSeconds * 1000).toISOString() } : {}),
    responseId: id,
  };
}

function encodeChoice({ index, content, finish, logprobs }: Choice, includesThoughts: boolean): JsonObject {
  const candidate = new Candidate(includesThoughts);
  const sent = [...content.flatMap((part) => candidate.add(part)), ...candidate.end()];
  const cited = content.find((part) => part.type === 'text' && part.citations !== undefined);
  return {
    content: { role: 'model', parts: sent.map(({ part }) => part) },
    ...candidate.encodeFinish(finish),
    index,
    ...(cited?.type === 'text'
      ? { groundingMetadata: encodeGrounding(cited.citations ?? [], cited.text) }
      : {}),
    ...(logprobs ? { logprobsResult: encodeLogprobs(logprobs) } : {}),
  };
}

/** The reason as a value that clients of this format know. */
function encodeBlockReason(reason: string): string {
  return REASONS.has(reason) ? reason : 'OTHER';
}
