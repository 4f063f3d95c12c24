import { type JsonObject, type ToolResult } from '#canonical';
import { missing, unsupported } from './faults.js';
import { decodeInlineData } from './media.js';
import { isJsonObject, type ProtoObject } from './proto-object.js';

type ResultContent = ToolResult['content'];

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
    throw unsupported(part.path, 'the media of a result have to be given as "inlineData"');
  const media = decodeInlineData(data);
  if (media.type === 'audio')
    throw unsupported(data.getPath('mimeType'), 'a result may hold images and documents');
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
