import { type AssistantPart, type JsonObject } from '#canonical';
import { getSignatureBlocks } from './thinking-blocks.js';
import { returnCallSignature } from './thought-signature.js';
import { FORMAT_ID } from './format-id.js';
import { toolCallId } from './tool-call-id.js';

/** A turn of the assistant, given back to an upstream. */
export function encodeAssistant(parts: readonly AssistantPart[]): JsonObject {
  const calls = parts.filter((part) => part.type === 'tool-call').map(encodeToolCall);
  const refusal = parts.map((part) => (part.type === 'refusal' ? part.text : '')).join('');
  const text = parts.map(spokenText).join('');
  const isSilent = text === '' && (calls.length > 0 || refusal !== '');
  return {
    role: 'assistant',
    content: isSilent ? null : text,
    ...(refusal === '' ? {} : { refusal }),
    ...encodeReasoning(parts),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}

export function isDropped(part: AssistantPart): boolean {
  return part.type === 'image' || (part.type === 'audio' && part.transcript === undefined);
}

function spokenText(part: AssistantPart): string {
  if (part.type === 'text') return part.text;
  return part.type === 'audio' ? (part.transcript ?? '') : '';
}

/** Reasoning with another format's signature was made by another service, and none takes that for its own. */
function encodeReasoning(parts: readonly AssistantPart[]): JsonObject {
  const own = parts
    .filter((part) => part.type === 'reasoning')
    .filter(({ signature }) => signature === undefined || signature.origin === FORMAT_ID);
  const text = own.map((part) => part.text).join('');
  const blocks = own.flatMap(({ signature }) => getSignatureBlocks(signature));
  return {
    ...(text === '' ? {} : { reasoning_content: text }),
    ...(blocks.length === 0 ? {} : { thinking_blocks: blocks }),
  };
}

function encodeToolCall(call: Extract<AssistantPart, { type: 'tool-call' }>): JsonObject {
  return {
    id: toolCallId(call.id),
    type: 'function',
    function: { name: call.name, arguments: call.arguments },
    ...returnCallSignature(call.signature),
  };
}
