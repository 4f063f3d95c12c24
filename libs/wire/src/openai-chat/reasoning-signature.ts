import {
  type AssistantPart,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  openReasoningSignature,
  type ReasoningSignature,
  sealReasoningSignature,
} from '#canonical';
import { toText } from '../openai-dialect/json-members.js';
import { type RequestObject } from '../validation/request-object.js';

/**
 * Services of this format send reasoning that must come back unchanged in `thinking_blocks`. The signature of such
 * reasoning is the JSON text of its blocks.
 */

type ReasoningPart = Extract<AssistantPart, { type: 'reasoning' }>;

/** Clients of this format support one kind of signature on a tool call: Google's, in Google's member. */
const GOOGLE_FORMAT = 'gemini-generate-content';

/** The origin of reasoning signatures from services of this format. */
export const FORMAT_ID = 'openai-chat' as const;

export function getBlocksSignature(blocks: readonly JsonValue[]): ReasoningSignature | undefined {
  return blocks.some(isSigned) ? { origin: FORMAT_ID, value: JSON.stringify(blocks) } : undefined;
}

/** The blocks that a service of this format sent; none if the signature is another format's, or invalid. */
export function getSignatureBlocks(signature: ReasoningSignature | undefined): JsonObject[] {
  if (signature?.origin !== FORMAT_ID) return [];
  try {
    const blocks: unknown = JSON.parse(signature.value);
    return Array.isArray(blocks) ? blocks.filter(isJsonObject) : [];
  } catch {
    return [];
  }
}

/** Decodes a block that a client sent back. */
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

/** The blocks for a client; none if no reasoning is signed. */
export function encodeThinkingBlocks(parts: readonly AssistantPart[]): JsonObject[] {
  const reasoning = parts.filter((part) => part.type === 'reasoning');
  if (!reasoning.some((part) => part.signature)) return [];
  return reasoning.flatMap((part) =>
    part.signature?.origin === FORMAT_ID ? getSignatureBlocks(part.signature) : [sealBlock(part)],
  );
}

function sealBlock({ text, signature, isRedacted }: ReasoningPart): JsonObject {
  const sealed = signature ? sealReasoningSignature(signature, FORMAT_ID) : '';
  if (isRedacted) return { type: 'redacted_thinking', data: sealed };
  return { type: 'thinking', thinking: text, signature: sealed };
}

function isSigned(block: JsonValue): boolean {
  if (!isJsonObject(block)) return false;
  return [block['signature'], block['data']].some(
    (signature) => typeof signature === 'string' && signature !== '',
  );
}

/** Collects `thinking_blocks` from deltas: some services send them complete at the end, others in fragments. */
export class ThinkingBlockCollector {
  private blocks: JsonObject[] = [];

  add(blocks: readonly JsonObject[]): void {
    for (const [index, block] of blocks.entries()) {
      const last = this.blocks.at(-1);
      if (index === 0 && last !== undefined && canExtend(last, block)) extend(last, block);
      else this.blocks.push({ ...block });
    }
  }

  /** Returns the signature of all blocks since the last call; undefined, without removing any, if none is signed. */
  take(): ReasoningSignature | undefined {
    const signature = getBlocksSignature(this.blocks);
    if (signature) this.blocks = [];
    return signature;
  }
}

function canExtend(last: JsonObject, block: JsonObject): boolean {
  return last['type'] === 'thinking' && block['type'] === 'thinking' && toText(last['signature']) === '';
}

function extend(last: JsonObject, block: JsonObject): void {
  last['thinking'] = toText(last['thinking']) + toText(block['thinking']);
  last['signature'] = toText(block['signature']);
}

export function decodeCallSignature(call: RequestObject): { signature?: ReasoningSignature } {
  const carried = call.object('extra_content')?.object('google')?.string('thought_signature');
  return carried === undefined || carried === ''
    ? {}
    : { signature: openReasoningSignature(carried, GOOGLE_FORMAT) };
}

/**
 * For a client. Google's signature is sealed too, because the client may continue with a service that has no such
 * member.
 */
export function sealCallSignature(signature: ReasoningSignature | undefined): JsonObject {
  return signature === undefined ? {} : buildExtraContent(sealReasoningSignature(signature, FORMAT_ID));
}

/** For an upstream, which receives only signatures of its own format. */
export function encodeCallSignature(signature: ReasoningSignature | undefined): JsonObject {
  return signature?.origin === FORMAT_ID ? buildExtraContent(signature.value) : {};
}

/** Reads the signature that an upstream attached to a call. */
export function readCallSignature(call: Record<string, unknown>): ReasoningSignature | undefined {
  const extra = call['extra_content'] as { google?: { thought_signature?: unknown } } | null | undefined;
  const value = extra?.google?.thought_signature;
  return typeof value === 'string' && value !== '' ? { origin: FORMAT_ID, value } : undefined;
}

function buildExtraContent(signature: string): JsonObject {
  return { extra_content: { google: { thought_signature: signature } } };
}
