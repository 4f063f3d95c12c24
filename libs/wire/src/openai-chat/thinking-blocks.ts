import {
  type AssistantPart,
  type JsonObject,
  type JsonValue,
  type ReasoningSignature,
  openReasoningSignature,
  sealReasoningSignature,
} from '#canonical';
import { type RequestObject } from '../openai-dialect/request-object.js';
import { FORMAT_ID } from './format-id.js';

/**
 * `thinking_blocks` is how services of this format hand out reasoning that must come back unchanged. What such a
 * service sends is kept as it is: the signature of reasoning from this format is the JSON text of its blocks.
 */

type ReasoningPart = Extract<AssistantPart, { type: 'reasoning' }>;

export function getBlocksSignature(blocks: readonly JsonValue[]): ReasoningSignature | undefined {
  return blocks.some(isSigned) ? { origin: FORMAT_ID, value: JSON.stringify(blocks) } : undefined;
}

/** The blocks that a service of this format has made; none where the signature is another format's, or forged. */
export function getSignatureBlocks(signature: ReasoningSignature | undefined): JsonObject[] {
  if (signature?.origin !== FORMAT_ID) return [];
  try {
    const blocks: unknown = JSON.parse(signature.value);
    return Array.isArray(blocks) ? blocks.filter(isObject) : [];
  } catch {
    return [];
  }
}

/** Reads a block that a client gives back. */
export function decodeThinkingBlock(block: RequestObject): ReasoningPart {
  const isRedacted = block.string('type') === 'redacted_thinking';
  const carried = block.string(isRedacted ? 'data' : 'signature') ?? '';
  const text = isRedacted ? '' : (block.string('thinking') ?? '');
  const opened = carried === '' ? undefined : openReasoningSignature(carried, FORMAT_ID);
  const signature = opened?.origin === FORMAT_ID ? getBlocksSignature([block.members]) : opened;
  return {
    type: 'reasoning',
    text,
    ...(signature ? { signature } : {}),
    ...(isRedacted ? { isRedacted } : {}),
  };
}

/** The blocks to hand to a client: all of them or, where there is nothing to prove, none. */
export function encodeThinkingBlocks(parts: readonly AssistantPart[]): JsonObject[] {
  const reasoning = parts.filter((part) => part.type === 'reasoning');
  if (!reasoning.some((part) => part.signature)) return [];
  return reasoning.flatMap((part) =>
    part.signature?.origin === FORMAT_ID ? getSignatureBlocks(part.signature) : [sealedBlock(part)],
  );
}

function sealedBlock({ text, signature, isRedacted }: ReasoningPart): JsonObject {
  const sealed = signature ? sealReasoningSignature(signature, FORMAT_ID) : '';
  if (isRedacted) return { type: 'redacted_thinking', data: sealed };
  return { type: 'thinking', thinking: text, signature: sealed };
}

function isSigned(block: JsonValue): boolean {
  if (!isObject(block)) return false;
  return [block['signature'], block['data']].some(
    (signature) => typeof signature === 'string' && signature !== '',
  );
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
