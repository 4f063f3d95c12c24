import { createHash } from 'node:crypto';
import {
  type AssistantPart,
  GatewayError,
  type JsonObject,
  type MediaSource,
  type Message,
  type ToolResult,
  type UserPart,
  type Warning,
} from '#canonical';
import { writeDataUrl } from '../openai-dialect/data-url.js';
import { encodeCitation } from './citations.js';
import { FORMAT_ID } from './carried-signature.js';
import { audioFormat, toFileName } from './media-types.js';

const ACCEPTED = /^[a-zA-Z0-9_-]{1,64}$/;

export function encodeInput(messages: readonly Message[], warnings: Warning[]): JsonObject[] {
  return messages.flatMap((message) => encodeMessage(message, warnings));
}

function encodeMessage(message: Message, warnings: Warning[]): JsonObject[] {
  switch (message.role) {
    case 'system':
    case 'user': {
      const content = message.content.map(encodeUserPart);
      return content.length === 0 ? [] : [{ type: 'message', role: message.role, content }];
    }
    case 'assistant':
      return encodeTurn(message.content, warnings);
    case 'tool':
      return message.results.map(encodeResult);
  }
}

function encodeUserPart(part: UserPart): JsonObject {
  switch (part.type) {
    case 'text':
      return { type: 'input_text', text: part.text };
    case 'image':
      return { type: 'input_image', image_url: encodeUrl(part.source), detail: part.detail ?? 'auto' };
    case 'audio':
      return encodeAudio(part.source);
    case 'document':
      return encodeFile(part.source, part.name);
  }
}

function encodeUrl(source: MediaSource): string {
  switch (source.kind) {
    case 'url':
      return source.url;
    case 'bytes':
      return writeDataUrl(source);
    case 'file':
      throw refuse('a file that was uploaded to another service');
  }
}

function encodeAudio(source: MediaSource): JsonObject {
  const format = source.kind === 'bytes' ? audioFormat(source.mediaType) : undefined;
  if (source.kind !== 'bytes' || format === undefined)
    throw refuse('audio that is not wav or mp3, sent along');
  return { type: 'input_audio', input_audio: { data: source.base64, format } };
}

function encodeFile(source: MediaSource, name: string | undefined): JsonObject {
  if (source.kind !== 'bytes') {
    return {
      type: 'input_file',
      file_url: encodeUrl(source),
      ...(name === undefined ? {} : { filename: name }),
    };
  }
  return {
    type: 'input_file',
    file_data: writeDataUrl(source),
    filename: name ?? toFileName(source.mediaType),
  };
}

function refuse(what: string): GatewayError {
  const message = `The conversation holds ${what}, which the model service cannot take.`;
  return new GatewayError('unsupported-parameter', message, { param: 'messages' });
}

/** Neighbouring text belongs to one message; everything else is an item of its own. */
function encodeTurn(parts: readonly AssistantPart[], warnings: Warning[]): JsonObject[] {
  const items: JsonObject[] = [];
  let texts: JsonObject[] | undefined;
  for (const part of parts) {
    if (part.type === 'text' || part.type === 'refusal') {
      if (texts === undefined) items.push({ type: 'message', role: 'assistant', content: (texts = []) });
      texts.push(encodeOutputText(part));
      continue;
    }
    const item = encodeTurnItem(part, warnings);
    if (item === undefined) continue;
    items.push(item);
    texts = undefined;
  }
  return items;
}

function encodeOutputText(part: Extract<AssistantPart, { type: 'text' | 'refusal' }>): JsonObject {
  if (part.type === 'refusal') return { type: 'refusal', refusal: part.text };
  return { type: 'output_text', text: part.text, annotations: (part.citations ?? []).map(encodeCitation) };
}

/** Nothing where there is no such item: reasoning is only taken with the signature that this kind of service gave. */
function encodeTurnItem(
  part: Exclude<AssistantPart, { type: 'text' | 'refusal' }>,
  warnings: Warning[],
): JsonObject | undefined {
  switch (part.type) {
    case 'tool-call':
      return {
        type: 'function_call',
        call_id: encodeCallId(part.id),
        name: part.name,
        arguments: part.arguments,
      };
    case 'reasoning': {
      if (part.signature?.origin !== FORMAT_ID) return undefined;
      const summary = part.text === '' ? [] : [{ type: 'summary_text', text: part.text }];
      return { type: 'reasoning', summary, encrypted_content: part.signature.value };
    }
    case 'image':
    case 'audio':
      warnings.push({
        field: { param: 'messages' },
        reason: `${part.type} that an assistant made cannot be shown to it again`,
      });
      return undefined;
  }
}

function encodeResult({ callId, content, isError }: ToolResult): JsonObject {
  const parts = isError ? markAsError(content) : content;
  return { type: 'function_call_output', call_id: encodeCallId(callId), output: encodeOutput(parts) };
}

function encodeOutput(parts: ToolResult['content']): string | JsonObject[] {
  const [first, ...rest] = parts;
  if (first === undefined) return '';
  return first.type === 'text' && rest.length === 0 ? first.text : parts.map(encodeUserPart);
}

/** There is no flag for it: the model is told in words. */
function markAsError(content: ToolResult['content']): ToolResult['content'] {
  const [first, ...rest] = content;
  if (first?.type !== 'text') return [{ type: 'text', text: 'Error:' }, ...content];
  return [{ ...first, text: `Error: ${first.text}` }, ...rest];
}

/** A call's id as this format takes it. Ids of other services that it would refuse become the same other one each time. */
function encodeCallId(id: string): string {
  if (ACCEPTED.test(id)) return id;
  return `call_${createHash('sha256').update(id).digest('hex').slice(0, 32)}`;
}
