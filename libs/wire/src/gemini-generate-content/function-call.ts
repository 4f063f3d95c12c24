import { createHash } from 'node:crypto';
import { type AssistantPart, type JsonObject, type ToolResult } from '#canonical';
import { missing, notSupported } from '../validation/faults.js';
import { decodeInlineData } from './media.js';
import { isJsonObject } from '../validation/json-values.js';
import { type ProtoObject } from './proto-object.js';

type ToolCall = Extract<AssistantPart, { type: 'tool-call' }>;

const PLAIN_ID = /^[\w.:-]{1,128}$/;

type ResultContent = ToolResult['content'];

/** Undefined where the arguments are not the text of an object: a model may write anything, or be cut short. */
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

/** An id for a call that has none: the same for the same seed, so that a replay names the same call. */
export function mintCallId(...seed: (string | number)[]): string {
  const digest = createHash('sha256').update(JSON.stringify(seed)).digest('hex');
  return `call_${digest.slice(0, 24)}`;
}

/** An id from another service in a form that is safe here; a call and its result are rewritten alike. */
export function safeCallId(id: string): string {
  return PLAIN_ID.test(id) ? id : mintCallId('foreign', id);
}

/** What a tool answered: its text, and the media that came with it. */
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
  if (data === undefined)
    throw notSupported(part.path, 'the media of a result have to be given as "inlineData"');
  const media = decodeInlineData(data);
  if (media.type === 'audio')
    throw notSupported(data.getPath('mimeType'), 'a result may hold images and documents');
  return media;
}

/** The object that a result has to be here: a tool's own object as it is, any other text under a name. */
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
