import {
  type AssistantPart,
  type JsonObject,
  type Message,
  type ToolMessage,
  type ToolResult,
  type UserPart,
  type Warning,
} from '#canonical';
import { encodeContent, joinTexts } from './content-parts.js';
import { FORMAT_ID, getSignatureBlocks, encodeCallSignature } from './reasoning-signature.js';
import { fitToolCallId } from './tools.js';

export function encodeMessages(messages: readonly Message[], warnings: Warning[]): JsonObject[] {
  return messages.flatMap((message): JsonObject[] => {
    switch (message.role) {
      case 'system':
      case 'user':
        return message.content.length === 0
          ? []
          : [{ role: message.role, content: encodeContent(message.content) }];
      case 'assistant':
        if (message.content.some(isUnsupportedMedia)) warnings.push(MEDIA_WARNING);
        return [encodeAssistant(message.content)];
      case 'tool':
        return encodeResults(message);
    }
  });
}

const MEDIA_WARNING: Warning = {
  field: { param: 'messages' },
  reason: 'the provider does not accept images or audio in assistant messages',
};

/** Results contain only text, so other parts follow in a user message after all results. */
function encodeResults({ results }: ToolMessage): JsonObject[] {
  const attachments = results.flatMap(getAttachments);
  return [
    ...results.map(encodeResult),
    ...(attachments.length === 0 ? [] : [{ role: 'user', content: encodeContent(attachments) }]),
  ];
}

function encodeResult(result: ToolResult): JsonObject {
  const text = joinTexts(result.content.filter((part) => part.type === 'text'));
  const hasAttachments = result.content.some((part) => part.type !== 'text');
  const note = hasAttachments ? 'The rest of this result is attached to the next message.' : '';
  const content = [text, note].filter((line) => line !== '').join('\n\n');
  return {
    role: 'tool',
    tool_call_id: fitToolCallId(result.callId),
    content: result.isError ? `Error: ${content}` : content,
  };
}

function getAttachments({ callId, content }: ToolResult): UserPart[] {
  const attached = content.filter((part) => part.type !== 'text');
  if (attached.length === 0) return [];
  return [
    { type: 'text', text: `Attached to the result of tool call ${fitToolCallId(callId)}:` },
    ...attached,
  ];
}

/** Encodes an assistant message of the conversation. */
function encodeAssistant(parts: readonly AssistantPart[]): JsonObject {
  const calls = parts.filter((part) => part.type === 'tool-call').map(encodeToolCall);
  const refusal = parts.map((part) => (part.type === 'refusal' ? part.text : '')).join('');
  const text = parts.map(getText).join('');
  const hasNoContent = text === '' && (calls.length > 0 || refusal !== '');
  return {
    role: 'assistant',
    content: hasNoContent ? null : text,
    ...(refusal === '' ? {} : { refusal }),
    ...encodeReasoning(parts),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}

function isUnsupportedMedia(part: AssistantPart): boolean {
  return part.type === 'image' || (part.type === 'audio' && part.transcript === undefined);
}

function getText(part: AssistantPart): string {
  if (part.type === 'text') return part.text;
  return part.type === 'audio' ? (part.transcript ?? '') : '';
}

/** Reasoning with the signature of another format is left out, because only the service that made it accepts it. */
function encodeReasoning(parts: readonly AssistantPart[]): JsonObject {
  const ownReasoning = parts
    .filter((part) => part.type === 'reasoning')
    .filter(({ signature }) => signature === undefined || signature.origin === FORMAT_ID);
  const text = ownReasoning.map((part) => part.text).join('');
  const blocks = ownReasoning.flatMap(({ signature }) => getSignatureBlocks(signature));
  return {
    ...(text === '' ? {} : { reasoning_content: text }),
    ...(blocks.length === 0 ? {} : { thinking_blocks: blocks }),
  };
}

function encodeToolCall(call: Extract<AssistantPart, { type: 'tool-call' }>): JsonObject {
  return {
    id: fitToolCallId(call.id),
    type: 'function',
    function: { name: call.name, arguments: call.arguments },
    ...encodeCallSignature(call.signature),
  };
}
