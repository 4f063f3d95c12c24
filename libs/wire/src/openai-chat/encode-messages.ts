import {
  type JsonObject,
  type Message,
  type ToolMessage,
  type ToolResult,
  type UserPart,
  type Warning,
} from '#canonical';
import { encodeAssistant, isDropped } from './encode-assistant.js';
import { encodeContent, joinedText } from './encode-parts.js';
import { toolCallId } from './tool-call-id.js';

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
