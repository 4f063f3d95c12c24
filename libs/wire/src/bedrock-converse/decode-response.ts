import {
  type AssistantPart,
  type ChatResponse,
  GatewayError,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#canonical';
import { definedMembers } from '../validation/json-values.js';
import { RESPONSE_TOOL, FORMAT_ID, getObject, getText } from './blocks.js';
import { decodeCitations } from './citations.js';
import { decodeFinish } from './finish-reason.js';
import { decodeUsage } from './usage.js';

export function decodeResponse(body: JsonObject): ChatResponse {
  const { content: blocks } = getObject(getObject(body['output'])['message']);
  if (!Array.isArray(blocks)) {
    throw new GatewayError(
      'upstream-bad-response',
      'The provider returned a response that could not be parsed.',
    );
  }
  const content = blocks.filter(isJsonObject).flatMap(decodeBlock);
  const hasCalls = content.some((part) => part.type === 'tool-call');
  const serviceTier = readServiceTier(body);
  return definedMembers({
    id: '',
    model: '',
    createdAtSeconds: Math.floor(Date.now() / 1000),
    choices: [
      {
        index: 0,
        content,
        finish: decodeFinish(getText(body['stopReason']), body['additionalModelResponseFields'], hasCalls),
      },
    ],
    usage: decodeUsage(body['usage'], serviceTier),
    serviceTier,
  });
}

/** The tier in which the request ran, if the service reports it. */
export function readServiceTier(holder: JsonObject): string | undefined {
  return getText(getObject(holder['serviceTier'])['type']) || undefined;
}

/** Decodes one content block. Blocks of tools that the service itself ran are left out. */
function decodeBlock(block: JsonObject): AssistantPart[] {
  const { text, toolUse, reasoningContent, citationsContent, image } = block;
  if (typeof text === 'string') return text === '' ? [] : [{ type: 'text', text }];
  if (isJsonObject(toolUse)) return decodeCall(toolUse);
  if (isJsonObject(reasoningContent)) return [decodeReasoning(reasoningContent)];
  if (isJsonObject(citationsContent)) return decodeCitedText(citationsContent);
  return isJsonObject(image) ? decodeImage(image) : [];
}

function decodeCall({ toolUseId, name, input, type }: JsonObject): AssistantPart[] {
  if (isServerTool(type)) return [];
  const text = JSON.stringify(input ?? {});
  if (name === RESPONSE_TOOL) return [{ type: 'text', text }];
  return [{ type: 'tool-call', id: getText(toolUseId), name: getText(name), arguments: text }];
}

/** The service makes such a call itself and also runs it. */
export function isServerTool(type: JsonValue | undefined): boolean {
  return type === 'server_tool_use';
}

function decodeReasoning({ reasoningText, redactedContent }: JsonObject): AssistantPart {
  if (typeof redactedContent === 'string') {
    return { type: 'reasoning', text: '', isRedacted: true, ...toSignature(redactedContent) };
  }
  const { text, signature } = getObject(reasoningText);
  return { type: 'reasoning', text: getText(text), ...toSignature(getText(signature)) };
}

export function toSignature(value: string): { signature?: { origin: string; value: string } } {
  return value === '' ? {} : { signature: { origin: FORMAT_ID, value } };
}

function decodeCitedText({ content, citations }: JsonObject): AssistantPart[] {
  const chunks = Array.isArray(content) ? content.filter(isJsonObject) : [];
  const text = chunks.map((chunk) => getText(chunk['text'])).join('');
  return text === '' ? [] : [{ type: 'text', text, ...decodeCitations(citations, text.length) }];
}

export function decodeImage({ format, source }: JsonObject): Extract<AssistantPart, { type: 'image' }>[] {
  const base64 = getText(getObject(source)['bytes']);
  if (base64 === '') return [];
  return [
    { type: 'image', source: { kind: 'bytes', mediaType: `image/${getText(format) || 'png'}`, base64 } },
  ];
}
