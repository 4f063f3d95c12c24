import {
  type AssistantPart,
  type DocumentPart,
  type ImagePart,
  type JsonObject,
  type JsonValue,
  type MediaSource,
  type Message,
  type ToolMessage,
  type ToolResult,
  type UserPart,
  type Warning,
} from '#canonical';
import { writeDataUrl } from '../openai-dialect/data-url.js';
import { unsupported } from '../validation/faults.js';
import { FORMAT_ID } from './format-id.js';

const MEDIA_WARNING: Warning = {
  field: { param: 'messages' },
  reason: 'the provider does not accept images or audio in assistant messages',
};

/** The service refuses messages without content, so they are left out. */
export function encodeMessages(messages: readonly Message[], warnings: Warning[]): JsonObject[] {
  return messages.flatMap((message): JsonObject[] => {
    switch (message.role) {
      case 'system':
      case 'user':
        return encodeTurn(message.role, message.content);
      case 'assistant':
        if (message.content.some(isUnsupportedMedia)) warnings.push(MEDIA_WARNING);
        return encodeAssistant(message.content);
      case 'tool':
        return encodeResults(message);
    }
  });
}

function encodeTurn(role: 'system' | 'user', parts: readonly UserPart[]): JsonObject[] {
  const nonEmpty = parts.filter((part) => part.type !== 'text' || part.text !== '');
  return nonEmpty.length === 0 ? [] : [{ role, content: encodeContent(nonEmpty) }];
}

function encodeContent(parts: readonly UserPart[]): JsonValue {
  const [first] = parts;
  return parts.length === 1 && first?.type === 'text' ? first.text : parts.map(encodePart);
}

function encodePart(part: UserPart): JsonObject {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text };
    case 'image':
      return encodeImage(part);
    case 'document':
      return { type: 'text', text: getDocumentText(part) };
    case 'audio':
      throw unsupported('messages', 'contains audio, which the provider does not accept');
  }
}

function encodeImage({ source, detail }: ImagePart): JsonObject {
  const url = source.kind === 'url' ? source.url : writeDataUrl(getBytes(source, 'images'));
  const supportedDetail = detail === 'original' ? 'high' : detail;
  return {
    type: 'image_url',
    image_url: { url, ...(supportedDetail === undefined ? {} : { detail: supportedDetail }) },
  };
}

/** The service accepts only text documents. */
function getDocumentText({ source, name }: DocumentPart): string {
  const { mediaType, base64 } = getBytes(source, 'documents');
  if (!mediaType.startsWith('text/')) {
    throw unsupported('messages', `contains a document that is not text, which the provider does not accept`);
  }
  const text = Buffer.from(base64, 'base64').toString('utf8');
  return name === undefined ? text : `${name}\n\n${text}`;
}

function getBytes(source: MediaSource, what: string): Extract<MediaSource, { kind: 'bytes' }> {
  if (source.kind === 'bytes') return source;
  const problem = source.kind === 'file' ? 'by the file id of another provider' : 'by URL';
  throw unsupported('messages', `contains ${what} ${problem}, which the provider does not accept`);
}

function isUnsupportedMedia(part: AssistantPart): boolean {
  return part.type === 'image' || (part.type === 'audio' && part.transcript === undefined);
}

/** Reasoning before tool calls becomes their plan; other reasoning comes before the text. */
function encodeAssistant(parts: readonly AssistantPart[]): JsonObject[] {
  const calls = parts.filter((part) => part.type === 'tool-call').map(encodeCall);
  const thinking = parts.map(getReasoningText).join('');
  const text = parts.map(getText).join('');
  const hasPlan = calls.length > 0 && thinking !== '';
  const content = hasPlan || thinking === '' ? text : encodeThinking(thinking, text);
  if (calls.length === 0 && content === '') return [];
  return [
    {
      role: 'assistant',
      ...(content === '' ? {} : { content }),
      ...(hasPlan ? { tool_plan: thinking } : {}),
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
    },
  ];
}

function encodeThinking(thinking: string, text: string): JsonObject[] {
  return [{ type: 'thinking', thinking }, ...(text === '' ? [] : [{ type: 'text', text }])];
}

/** Reasoning with the signature of another service is left out, because only that service accepts it. */
function getReasoningText(part: AssistantPart): string {
  if (part.type !== 'reasoning') return '';
  return part.signature === undefined || part.signature.origin === FORMAT_ID ? part.text : '';
}

function getText(part: AssistantPart): string {
  if (part.type === 'text' || part.type === 'refusal') return part.text;
  return part.type === 'audio' ? (part.transcript ?? '') : '';
}

function encodeCall({
  id,
  name,
  arguments: json,
}: Extract<AssistantPart, { type: 'tool-call' }>): JsonObject {
  return { id, type: 'function', function: { name, arguments: json } };
}

/** Results cannot contain images, so these follow in a user message after all results. */
function encodeResults({ results }: ToolMessage): JsonObject[] {
  const images = results.flatMap(attachImages);
  return [...results.map(encodeResult), ...(images.length === 0 ? [] : encodeTurn('user', images))];
}

function attachImages({ callId, content }: ToolResult): UserPart[] {
  const images = content.filter((part) => part.type === 'image');
  if (images.length === 0) return [];
  return [{ type: 'text', text: `Attached to the result of tool call ${callId}:` }, ...images];
}

/**
 * A tool result is sent as a document, so that the model can cite it. The text is unchanged, whether it is JSON or
 * not.
 */
function encodeResult({ callId, content, isError }: ToolResult): JsonObject {
  const texts = content.flatMap((part) => {
    if (part.type === 'text') return [part.text];
    return part.type === 'document' ? [getDocumentText(part)] : [];
  });
  if (content.some((part) => part.type === 'image')) {
    texts.push('The images of this result are attached to the next message.');
  }
  const name = isError ? 'error' : 'output';
  const documents = (texts.length === 0 ? [''] : texts).map((text) => ({ data: { [name]: text } }));
  return {
    role: 'tool',
    tool_call_id: callId,
    content: documents.map((document) => ({ type: 'document', document })),
  };
}
