import { type ValidationError, validateSync } from 'class-validator';
import { type ErrorKind, GatewayError } from '#canonical';
import { type JsonDocument } from '../json-scan/json-document.js';
import { checkConversation } from './conversation.js';
import { MessagesRequestDto, OUTLINED_MEMBERS, PARSED_MEMBERS } from './request.dto.js';

const TYPE_CONSTRAINTS = new Set([
  'isString',
  'isBoolean',
  'isInt',
  'isNumber',
  'isObject',
  'isArray',
  'isJsonKind',
]);

/** Fills the DTO by plain assignment: transforming whole conversations would cost more than forwarding them. */
export function validateMessagesRequest(document: JsonDocument): MessagesRequestDto {
  const request = Object.assign(new MessagesRequestDto(), readMembers(document));
  const [fault] = validateSync(request, { validationError: { target: false, value: false } });
  if (fault) throw asGatewayError(fault);
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

function asGatewayError({ property: param, constraints = {} }: ValidationError): GatewayError {
  if ('isDefined' in constraints) {
    return new GatewayError('missing-parameter', `"${param}" is required.`, { param });
  }
  const { kind, explanation } = gravestFault(constraints);
  const problem = explanation.replace(new RegExp(`^${param} `), '');
  return new GatewayError(kind, `"${param}" ${problem}.`, { param });
}

/** A value of the wrong type breaks every other rule too; the type is what its sender has to know. */
function gravestFault(constraints: Record<string, string>): { kind: ErrorKind; explanation: string } {
  const faults = Object.entries(constraints);
  const ofType = faults.find(([constraint]) => TYPE_CONSTRAINTS.has(constraint));
  if (ofType) return { kind: 'invalid-type', explanation: ofType[1] };
  return { kind: 'invalid-value', explanation: faults[0]?.[1] ?? 'is not valid' };
}
