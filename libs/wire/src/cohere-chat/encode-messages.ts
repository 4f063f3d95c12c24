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

const DROPPED_MEDIA: Warning = {
  field: { param: 'messages' },
  reason: 'this model service takes no images or recordings in turns of the assistant',
};

/** The service refuses a turn that says nothing. */
export function encodeMessages(messages: readonly Message[], warnings: Warning[]): JsonObject[] {
  return messages.flatMap((message): JsonObject[] => {
    switch (message.role) {
      case 'system':
      case 'user':
        return encodeTurn(message.role, message.content);
      case 'assistant':
        if (message.content.some(isDropped)) warnings.push(DROPPED_MEDIA);
        return encodeAssistant(message.content);
      case 'tool':
        return encodeResults(message);
    }
  });
}

function encodeTurn(role: 'system' | 'user', parts: readonly UserPart[]): JsonObject[] {
  const said = parts.filter((part) => part.type !== 'text' || part.text !== '');
  return said.length === 0 ? [] : [{ role, content: encodeContent(said) }];
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
      return { type: 'text', text: readDocument(part) };
    case 'audio':
      throw unsupported('messages', 'holds audio, which the model service cannot take');
  }
}

function encodeImage({ source, detail }: ImagePart): JsonObject {
  const url = source.kind === 'url' ? source.url : writeDataUrl(getBytes(source, 'images'));
  const known = detail === 'original' ? 'high' : detail;
  return { type: 'image_url', image_url: { url, ...(known === undefined ? {} : { detail: known }) } };
}

/** The service reads texts alone. */
function readDocument({ source, name }: DocumentPart): string {
  const { mediaType, base64 } = getBytes(source, 'documents');
  if (!mediaType.startsWith('text/')) {
    throw unsupported('messages', `holds a document that is not text, which the model service cannot take`);
  }
  const text = Buffer.from(base64, 'base64').toString('utf8');
  return name === undefined ? text : `${name}\n\n${text}`;
}

function getBytes(source: MediaSource, what: string): Extract<MediaSource, { kind: 'bytes' }> {
  if (source.kind === 'bytes') return source;
  const problem = source.kind === 'file' ? 'by an id that another service gave them' : 'by address';
  throw unsupported('messages', `holds ${what} ${problem}, which the model service cannot take`);
}

function isDropped(part: AssistantPart): boolean {
  return part.type === 'image' || (part.type === 'audio' && part.transcript === undefined);
}

/** Beside calls, what the model had thought is its plan for them; otherwise it stands before what it said. */
function encodeAssistant(parts: readonly AssistantPart[]): JsonObject[] {
  const calls = parts.filter((part) => part.type === 'tool-call').map(encodeCall);
  const thought = parts.map(readOwnThought).join('');
  const text = parts.map(readSpoken).join('');
  const hasPlan = calls.length > 0 && thought !== '';
  const content = hasPlan || thought === '' ? text : encodeThought(thought, text);
  if (calls.length === 0 && content === '') return [];
  return [
    {
      role: 'assistant',
      ...(content === '' ? {} : { content }),
      ...(hasPlan ? { tool_plan: thought } : {}),
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
    },
  ];
}

function encodeThought(thinking: string, text: string): JsonObject[] {
  return [{ type: 'thinking', thinking }, ...(text === '' ? [] : [{ type: 'text', text }])];
}

/** Reasoning that another service has signed is for that service alone. */
function readOwnThought(part: AssistantPart): string {
  if (part.type !== 'reasoning') return '';
  return part.signature === undefined || part.signature.origin === FORMAT_ID ? part.text : '';
}

function readSpoken(part: AssistantPart): string {
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

/** Images do not fit into a result: they follow from the user's side, behind all of the results. */
function encodeResults({ results }: ToolMessage): JsonObject[] {
  const images = results.flatMap(attachImages);
  return [...results.map(encodeResult), ...(images.length === 0 ? [] : encodeTurn('user', images))];
}

function attachImages({ callId, content }: ToolResult): UserPart[] {
  const images = content.filter((part) => part.type === 'image');
  if (images.length === 0) return [];
  return [{ type: 'text', text: `Attached to the result of tool call ${callId}:` }, ...images];
}

/** What a tool says is a document to the model, which cites it. The text stays as it is, whether it is JSON or not. */
function encodeResult({ callId, content, isError }: ToolResult): JsonObject {
  const texts = content.flatMap((part) => {
    if (part.type === 'text') return [part.text];
    return part.type === 'document' ? [readDocument(part)] : [];
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
