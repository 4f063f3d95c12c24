import { type JsonDocument } from '../json-scan/json-document.js';
import { parseMembers } from '../openai-dialect/forwarded-request.js';
import { validateMembers } from '../openai-dialect/validate-members.js';
import { CompletionRequestDto, PARSED_MEMBERS } from './request.dto.js';

export function validateCompletionRequest(document: JsonDocument): CompletionRequestDto {
  const request = Object.assign(new CompletionRequestDto(), parseMembers(document, PARSED_MEMBERS));
  validateMembers(request);
  return request;
}
