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
import { getAudioFormat, toFileName } from './media-types.js';

const CALL_ID = /^[a-zA-Z0-9_-]{1,64}$/;

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
      throw unsupportedInput('a file that was uploaded to another provider');
  }
}

function encodeAudio(source: MediaSource): JsonObject {
  const format = source.kind === 'bytes' ? getAudioFormat(source.mediaType) : undefined;
  if (source.kind !== 'bytes' || format === undefined) throw unsupportedInput('audio that is not wav or mp3');
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

function unsupportedInput(what: string): GatewayError {
  const message = `The conversation contains ${what}, which the provider does not accept.`;
  return new GatewayError('unsupported-parameter', message, { param: 'messages' });
}

/** Adjacent texts form one message; every other part is an item of its own. */
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

/** Undefined for parts without an item: reasoning is accepted only with a signature of this format. */
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
        reason: `${part.type} in assistant messages cannot be sent back`,
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

/** The format has no flag for errors, so the text states it. */
function markAsError(content: ToolResult['content']): ToolResult['content'] {
  const [first, ...rest] = content;
  if (first?.type !== 'text') return [{ type: 'text', text: 'Error:' }, ...content];
  return [{ ...first, text: `Error: ${first.text}` }, ...rest];
}

/**
 * Returns an id that this format accepts. The same id always has the same replacement, so that calls and results
 * match.
 */
function encodeCallId(id: string): string {
  if (CALL_ID.test(id)) return id;
  return `call_${createHash('sha256').update(id).digest('hex').slice(0, 32)}`;
}
