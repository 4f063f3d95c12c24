import {
  type AssistantPart,
  type JsonObject,
  type Message,
  type ToolMessage,
  type ToolResult,
  type UserPart,
  type Warning,
} from '#canonical';
import { encodeContent, joinedText } from './content-parts.js';
import { FORMAT_ID, getSignatureBlocks, returnCallSignature } from './reasoning-signature.js';
import { toolCallId } from './tools.js';

export function encodeMessages(messages: readonly Message[], warnings: Warning[]): JsonObject[] {
  return messages.flatMap((message): JsonObject[] => {
    switch (message.role) {
      case 'system':
      case 'user':
        return message.content.length === 0
          ? []
          : [{ role: message.role, content: encodeContent(message.content) }];
      case 'assistant':
        if (message.content.some(isDropped)) warnings.push(DROPPED_MEDIA);
        return [encodeAssistant(message.content)];
      case 'tool':
        return encodeResults(message);
    }
  });
}

const DROPPED_MEDIA: Warning = {
  field: { param: 'messages' },
  reason: 'this model service takes no images or recordings in turns of the assistant',
};

/** Only text fits into a result: what else there is follows from the user's side, behind all of the results. */
function encodeResults({ results }: ToolMessage): JsonObject[] {
  const attachments = results.flatMap(getAttachments);
  return [
    ...results.map(encodeResult),
    ...(attachments.length === 0 ? [] : [{ role: 'user', content: encodeContent(attachments) }]),
  ];
}

function encodeResult(result: ToolResult): JsonObject {
  const text = joinedText(result.content.filter((part) => part.type === 'text'));
  const isElsewhere = result.content.some((part) => part.type !== 'text');
  const note = isElsewhere ? 'The rest of this result is attached to the next message.' : '';
  const content = [text, note].filter((line) => line !== '').join('\n\n');
  return {
    role: 'tool',
    tool_call_id: toolCallId(result.callId),
    content: result.isError ? `Error: ${content}` : content,
  };
}

function getAttachments({ callId, content }: ToolResult): UserPart[] {
  const attached = content.filter((part) => part.type !== 'text');
  if (attached.length === 0) return [];
  return [{ type: 'text', text: `Attached to the result of tool call ${toolCallId(callId)}:` }, ...attached];
}

/** A turn of the assistant, given back to an upstream. */
function encodeAssistant(parts: readonly AssistantPart[]): JsonObject {
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

function isDropped(part: AssistantPart): boolean {
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
