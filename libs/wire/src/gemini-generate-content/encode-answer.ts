import {
  type AssistantPart,
  type ChatResponse,
  type Choice,
  type FinishReason,
  type GatewayError,
  type JsonObject,
  type MediaSource,
  type StreamPart,
  type Usage,
} from '#canonical';
import { type AnswerContext, type StreamEncoder } from '../chat-codec.js';
import { encodeGrounding } from './citations.js';
import { encodeFunctionCall } from './function-call.js';
import { encodeFinishReason } from './finish-reason.js';
import { encodeLogprobs } from './logprobs.js';
import { type StreamFraming, createFraming, streamErrorChunk } from './stream-framing.js';
import { MISSING_SIGNATURE, sealSignature } from './thought-signature.js';
import { encodeUsage } from './usage.js';

type PartOf<Type extends StreamPart['type']> = Extract<StreamPart, { type: Type }>;
type BlockStart = PartOf<'text-start' | 'refusal-start' | 'reasoning-start' | 'tool-call-start'>;
type BlockDelta = PartOf<'text-delta' | 'refusal-delta' | 'reasoning-delta' | 'tool-call-delta'>;
type BlockEnd = PartOf<'text-end' | 'refusal-end' | 'reasoning-end' | 'tool-call-end'>;

interface OpenBlock {
  start: BlockStart;
  text: string;
}

/** The service refuses a text that is empty, unless it has a signature. */
const EMPTY_TEXT: JsonObject = { text: '', thoughtSignature: MISSING_SIGNATURE };

const REASONS = new Set([
  'SAFETY',
  'OTHER',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'IMAGE_SAFETY',
  'MODEL_ARMOR',
  'JAILBREAK',
]);

/** Texts go out as they come, calls when they are whole, the reasons for the end and the usage with the last chunk. */
export class GeminiStreamEncoder implements StreamEncoder {
  private readonly framing: StreamFraming;
  private head: JsonObject = {};
  private readonly blocks = new Map<string, OpenBlock>();
  private readonly finishes = new Map<number, FinishReason>();
  private readonly malformed = new Set<number>();
  private blockReason: string | undefined;
  private usage: Usage | undefined;

  constructor({ hints }: Pick<AnswerContext, 'hints'>) {
    this.framing = createFraming(hints);
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
        return this.sendPart(part.choice, encodeAnswerPart(part.part) ?? {});
      default:
        return this.pushToBlock(part);
    }
  }

  end(): string {
    const candidates = [...this.finishes].map(([index, finish]) => ({
      content: { role: 'model', parts: [EMPTY_TEXT] },
      finishReason: encodeFinishReason(finish, this.malformed.has(index)),
      index,
    }));
    const last = this.send({
      ...(this.blockReason === undefined ? {} : { promptFeedback: { blockReason: this.blockReason } }),
      ...(candidates.length > 0 ? { candidates } : {}),
      ...(this.usage ? { usageMetadata: encodeUsage(this.usage) } : {}),
    });
    return last + this.framing.end();
  }

  fail(error: GatewayError): string {
    return this.framing.chunk(streamErrorChunk(error)) + this.framing.end();
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
    if (part.type === 'tool-call-delta' || part.text === '') return '';
    if (part.type === 'reasoning-delta')
      return this.sendPart(part.choice, { text: part.text, thought: true });
    const logprobs = part.type === 'text-delta' ? part.logprobs : undefined;
    return this.sendPart(
      part.choice,
      { text: part.text },
      logprobs ? { logprobsResult: encodeLogprobs(logprobs) } : {},
    );
  }

  private endBlock({ start, text }: OpenBlock, end: BlockEnd): string {
    const { choice } = end;
    switch (end.type) {
      case 'refusal-end':
        return '';
      case 'text-end':
        if (!end.citations) return '';
        return this.sendPart(choice, EMPTY_TEXT, {
          groundingMetadata: encodeGrounding(end.citations, text),
        });
      case 'reasoning-end': {
        if (!end.signature) return '';
        const isRedacted = start.type === 'reasoning-start' && start.isRedacted === true;
        const part = encodeReasoning({ text: '', signature: end.signature, isRedacted });
        return this.sendPart(choice, text === '' ? part : { ...part, thought: true });
      }
      case 'tool-call-end':
        return start.type === 'tool-call-start' ? this.sendCall(start, text, end) : '';
    }
  }

  private sendCall(
    { id, name, choice }: PartOf<'tool-call-start'>,
    text: string,
    { signature }: PartOf<'tool-call-end'>,
  ): string {
    const part = encodeAnswerPart({
      type: 'tool-call',
      id,
      name,
      arguments: text,
      ...(signature ? { signature } : {}),
    });
    if (part) return this.sendPart(choice, part);
    this.malformed.add(choice);
    return '';
  }

  private sendPart(index: number, part: JsonObject, beside: JsonObject = {}): string {
    return this.send({ candidates: [{ content: { role: 'model', parts: [part] }, index, ...beside }] });
  }

  private send(chunk: JsonObject): string {
    return this.framing.chunk(JSON.stringify({ ...chunk, ...this.head }));
  }
}

function isStart(part: BlockStart | BlockDelta | BlockEnd): part is BlockStart {
  return part.type.endsWith('-start');
}

function isDelta(part: BlockDelta | BlockEnd): part is BlockDelta {
  return part.type.endsWith('-delta');
}

export function encodeResponse(response: ChatResponse): JsonObject {
  const { promptBlock, usage, choices } = response;
  return {
    ...(promptBlock ? { promptFeedback: { blockReason: encodeBlockReason(promptBlock.reason) } } : {}),
    ...(promptBlock && choices.length === 0 ? {} : { candidates: choices.map(encodeChoice) }),
    ...(usage ? { usageMetadata: encodeUsage(usage) } : {}),
    ...encodeHead(response),
  };
}

/** What every chunk of an answer says of the whole. */
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

function encodeChoice({ index, content, finish, logprobs }: Choice): JsonObject {
  const encoded = content.map(encodeAnswerPart);
  const parts = encoded.filter((part) => part !== undefined);
  const cited = content.find((part) => part.type === 'text' && part.citations !== undefined);
  return {
    content: { role: 'model', parts: parts.length > 0 ? parts : [EMPTY_TEXT] },
    finishReason: encodeFinishReason(finish, parts.length < encoded.length),
    index,
    ...(cited?.type === 'text'
      ? { groundingMetadata: encodeGrounding(cited.citations ?? [], cited.text) }
      : {}),
    ...(logprobs ? { logprobsResult: encodeLogprobs(logprobs) } : {}),
  };
}

/** A part of an answer for the client. Undefined: a call whose arguments cannot be given as an object. */
function encodeAnswerPart(part: AssistantPart): JsonObject | undefined {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return { text: part.text };
    case 'reasoning':
      return encodeReasoning(part);
    case 'tool-call': {
      const call = encodeFunctionCall(part);
      const signature = part.signature ? sealSignature(part.signature) : MISSING_SIGNATURE;
      return call && { ...call, thoughtSignature: signature };
    }
    case 'image':
      return encodeMedia(part.source);
    case 'audio':
      return part.source.kind === 'file' && part.transcript
        ? { text: part.transcript }
        : encodeMedia(part.source);
  }
}

/** What ends a thought: its signature, on a thought without text, so that it is put on the text before it. */
function encodeReasoning({
  text,
  signature,
  isRedacted,
}: Omit<Extract<AssistantPart, { type: 'reasoning' }>, 'type'>): JsonObject {
  const isThought = text !== '' || isRedacted === true || signature === undefined;
  return {
    text,
    ...(isThought ? { thought: true } : {}),
    ...(signature ? { thoughtSignature: sealSignature(signature, isRedacted) } : {}),
  };
}

function encodeMedia(source: MediaSource): JsonObject {
  switch (source.kind) {
    case 'bytes':
      return { inlineData: { mimeType: source.mediaType, data: source.base64 } };
    case 'url':
      return { fileData: { fileUri: source.url, ...getMimeType(source) } };
    case 'file':
      return { fileData: { fileUri: source.id, ...getMimeType(source) } };
  }
}

function getMimeType({ mediaType }: MediaSource): JsonObject {
  return mediaType === undefined ? {} : { mimeType: mediaType };
}

/** The reason in the words that clients of this format know. */
function encodeBlockReason(reason: string): string {
  return REASONS.has(reason) ? reason : 'OTHER';
}
