import {
  type AssistantPart,
  type JsonObject,
  type JsonValue,
  type ReasoningProof,
  openProof,
  sealProof,
} from '#canonical';
import { type RequestObject } from '../openai-dialect/request-object.js';
import { FORMAT_ID } from './format-id.js';

/**
 * `thinking_blocks` is how services of this format hand out reasoning that must come back unchanged. What such a
 * service sends is kept as it is: the proof of reasoning from this format is the JSON text of its blocks.
 */

type ReasoningPart = Extract<AssistantPart, { type: 'reasoning' }>;

export function proofOfBlocks(blocks: readonly JsonValue[]): ReasoningProof | undefined {
  return blocks.some(isProven) ? { origin: FORMAT_ID, value: JSON.stringify(blocks) } : undefined;
}

/** The blocks that a service of this format has made; none where the proof is another format's, or forged. */
export function blocksOfProof(proof: ReasoningProof | undefined): JsonObject[] {
  if (proof?.origin !== FORMAT_ID) return [];
  try {
    const blocks: unknown = JSON.parse(proof.value);
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
  const opened = carried === '' ? undefined : openProof(carried, FORMAT_ID);
  const proof = opened?.origin === FORMAT_ID ? proofOfBlocks([block.members]) : opened;
  return { type: 'reasoning', text, ...(proof ? { proof } : {}), ...(isRedacted ? { isRedacted } : {}) };
}

/** The blocks to hand to a client: all of them or, where there is nothing to prove, none. */
export function encodeThinkingBlocks(parts: readonly AssistantPart[]): JsonObject[] {
  const reasoning = parts.filter((part) => part.type === 'reasoning');
  if (!reasoning.some((part) => part.proof)) return [];
  return reasoning.flatMap((part) =>
    part.proof?.origin === FORMAT_ID ? blocksOfProof(part.proof) : [sealedBlock(part)],
  );
}

function sealedBlock({ text, proof, isRedacted }: ReasoningPart): JsonObject {
  const sealed = proof ? sealProof(proof, FORMAT_ID) : '';
  if (isRedacted) return { type: 'redacted_thinking', data: sealed };
  return { type: 'thinking', thinking: text, signature: sealed };
}

function isProven(block: JsonValue): boolean {
  if (!isObject(block)) return false;
  return [block['signature'], block['data']].some((proof) => typeof proof === 'string' && proof !== '');
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
