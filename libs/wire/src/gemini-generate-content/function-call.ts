import { createHash } from 'node:crypto';
import { type AssistantPart, isJsonObject, type JsonObject, type ToolResult } from '#canonical';
import { missing, notSupported } from '../validation/faults.js';
import { decodeInlineData } from './media.js';
import { type ProtoObject } from './proto-object.js';

type ToolCall = Extract<AssistantPart, { type: 'tool-call' }>;

const PLAIN_ID = /^[\w.:-]{1,128}$/;

type ResultContent = ToolResult['content'];

/** Undefined if the arguments are not a JSON object: a model may write anything, or be cut off. */
export function encodeFunctionCall({ id, name, arguments: text }: ToolCall): JsonObject | undefined {
  const args = parseArguments(text);
  return args && { functionCall: { id, name, args } };
}

function parseArguments(text: string): JsonObject | undefined {
  if (text.trim() === '') return {};
  try {
    const parsed: unknown = JSON.parse(text);
    return isJsonObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** Generates an id for a call that has none. It depends only on the seed, so that a replay has the same id. */
export function generateCallId(...seed: (string | number)[]): string {
  const digest = createHash('sha256').update(JSON.stringify(seed)).digest('hex');
  return `call_${digest.slice(0, 24)}`;
}

/** Replaces an id that this format does not accept. A call and its result get the same replacement. */
export function toSafeCallId(id: string): string {
  return PLAIN_ID.test(id) ? id : generateCallId('foreign', id);
}

/** Decodes the text and the media of a tool result. */
export function decodeFunctionResponse(response: ProtoObject): Pick<ToolResult, 'content' | 'isError'> {
  const object = response.plainObject('response');
  if (object === undefined) throw missing(response.getPath('response'));
  const { text, isError } = unwrapResponse(object);
  const media = (response.objects('parts') ?? []).map(decodeResultPart);
  return { content: [...(text === '' ? [] : [{ type: 'text' as const, text }]), ...media], isError };
}

function unwrapResponse(response: JsonObject): { text: string; isError: boolean } {
  const [key, ...others] = Object.keys(response);
  const value = key === undefined || others.length > 0 ? undefined : response[key];
  if (key === 'error' && value !== undefined) {
    return { text: typeof value === 'string' ? value : JSON.stringify(value), isError: true };
  }
  const isWrapped = (key === 'result' || key === 'output') && typeof value === 'string';
  return { text: isWrapped ? value : JSON.stringify(response), isError: false };
}

function decodeResultPart(part: ProtoObject): ResultContent[number] {
  const data = part.object('inlineData');
  if (data === undefined) throw notSupported(part.path, 'media of a result must be sent as "inlineData"');
  const media = decodeInlineData(data);
  if (media.type === 'audio')
    throw notSupported(data.getPath('mimeType'), 'a result can contain images and documents only');
  return media;
}

/**
 * Encodes a result as the object that this format requires: an object of the tool as it is, other text as a member.
 */
export function encodeResponseObject({
  content,
  isError,
}: Pick<ToolResult, 'content' | 'isError'>): JsonObject {
  const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  const object = parseObject(text);
  if (isError) return { error: object ?? text };
  return object ?? { result: text };
}

function parseObject(text: string): JsonObject | undefined {
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    return isJsonObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
