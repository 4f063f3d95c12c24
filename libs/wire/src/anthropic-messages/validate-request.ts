import { type JsonDocument } from '../json-scan/json-document.js';
import { findMemberFault, memberError } from '../validation/member-fault.js';
import { checkConversation } from './conversation.js';
import { MessagesRequestDto, OUTLINED_MEMBERS, PARSED_MEMBERS } from './request.dto.js';

/** Fills the DTO by plain assignment: transforming whole conversations would cost more than forwarding them. */
export function validateMessagesRequest(document: JsonDocument): MessagesRequestDto {
  const request = Object.assign(new MessagesRequestDto(), readMembers(document));
  const fault = findMemberFault(request);
  if (fault) throw memberError(fault);
  checkConversation(document, document.member('messages'));
  return request;
}

function readMembers(document: JsonDocument): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  for (const key of PARSED_MEMBERS) {
    const member = document.member(key);
    if (member !== undefined) members[key] = document.value(member);
  }
  for (const key of OUTLINED_MEMBERS) {
    const member = document.member(key);
    if (member !== undefined && document.kind(member) !== 'null') members[key] = document.kind(member);
  }
  return members;
}
