import {
  type AssistantPart,
  type JsonObject,
  type JsonValue,
  type ReasoningSignature,
  openReasoningSignature,
  sealReasoningSignature,
} from '#canonical';
import { toText } from '../openai-dialect/json-members.js';
import { type RequestObject } from '../validation/request-object.js';
import { isJsonObject } from '../validation/json-values.js';

/**
 * `thinking_blocks` is how services of this format hand out reasoning that must come back unchanged. What such a
 * service sends is kept as it is: the signature of reasoning from this format is the JSON text of its blocks.
 */

type ReasoningPart = Extract<AssistantPart, { type: 'reasoning' }>;

/** Clients of this format know one kind of signature on a tool call: Google's, under Google's name. */
const GOOGLE_FORMAT = 'gemini-generate-content';

/** The name by which signatures say that they were made by a service of this format. */
export const FORMAT_ID = 'openai-chat' as const;

export function getBlocksSignature(blocks: readonly JsonValue[]): ReasoningSignature | undefined {
  return blocks.some(isSigned) ? { origin: FORMAT_ID, value: JSON.stringify(blocks) } : undefined;
}

/** The blocks that a service of this format has made; none where the signature is another format's, or forged. */
export function getSignatureBlocks(signature: ReasoningSignature | undefined): JsonObject[] {
  if (signature?.origin !== FORMAT_ID) return [];
  try {
    const blocks: unknown = JSON.parse(signature.value);
    return Array.isArray(blocks) ? blocks.filter(isJsonObject) : [];
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
  if (!isJsonObject(block)) return false;
  return [block['signature'], block['data']].some(
    (signature) => typeof signature === 'string' && signature !== '',
  );
}

/** Adds up `thinking_blocks` from deltas: some services send them whole at the end, others in fragments. */
export class ThinkingBlockCollector {
  private blocks: JsonObject[] = [];

  add(blocks: readonly JsonObject[]): void {
    for (const [place, block] of blocks.entries()) {
      const last = this.blocks.at(-1);
      if (place === 0 && last !== undefined && continues(last, block)) extend(last, block);
      else this.blocks.push({ ...block });
    }
  }

  /** The signature of all blocks since the last time; undefined, and nothing taken, while none is signed. */
  take(): ReasoningSignature | undefined {
    const signature = getBlocksSignature(this.blocks);
    if (signature) this.blocks = [];
    return signature;
  }
}

function continues(last: JsonObject, block: JsonObject): boolean {
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

/** For a client. Google's too is sealed: the client may go on with a service that has no such member. */
export function sealCallSignature(signature: ReasoningSignature | undefined): JsonObject {
  return signature === undefined ? {} : extraContent(sealReasoningSignature(signature, FORMAT_ID));
}

/** For an upstream: only what one of its kind has made. */
export function returnCallSignature(signature: ReasoningSignature | undefined): JsonObject {
  return signature?.origin === FORMAT_ID ? extraContent(signature.value) : {};
}

/** What an upstream has attached to a call. */
export function readCallSignature(call: Record<string, unknown>): ReasoningSignature | undefined {
  const extra = call['extra_content'] as { google?: { thought_signature?: unknown } } | null | undefined;
  const value = extra?.google?.thought_signature;
  return typeof value === 'string' && value !== '' ? { origin: FORMAT_ID, value } : undefined;
}

function extraContent(signature: string): JsonObject {
  return { extra_content: { google: { thought_signature: signature } } };
}
