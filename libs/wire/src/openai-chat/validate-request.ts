import { GatewayError } from '#canonical';
import { type JsonDocument } from '../json-scan/json-document.js';
import { parseMembers } from '../openai-dialect/forwarded-request.js';
import { validateMembers } from '../openai-dialect/validate-members.js';
import { findConversationFault, outlineConversation } from './conversation.js';
import { ChatRequestDto, PARSED_MEMBERS } from './request.dto.js';

/** Fills the DTO by plain assignment: transforming whole conversations would cost more than forwarding them. */
export function validateChatRequest(document: JsonDocument): ChatRequestDto {
  const request = Object.assign(new ChatRequestDto(), parseMembers(document, PARSED_MEMBERS));
  const messages = document.member('messages');
  if (messages !== undefined && document.kind(messages) !== 'null') {
    Object.assign(request, { messages: outlineConversation(document, messages) });
  }
  validateMembers(request, (constraints) =>
    'isConversation' in constraints && !('isDefined' in constraints) ? conversationError(request) : undefined,
  );
  return request;
}

function conversationError({ messages }: ChatRequestDto): GatewayError {
  const fault = findConversationFault(messages);
  if (fault === undefined) throw new Error('a conversation that was refused has a fault');
  const { kind, param, problem } = fault;
  return new GatewayError(kind, `"${param}" ${problem}.`, { param });
}
