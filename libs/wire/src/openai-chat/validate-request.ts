import { type ValidationError, validateSync } from 'class-validator';
import { type ErrorKind, GatewayError } from '#canonical';
import { findConversationFault } from './conversation.js';
import { ChatRequestDto } from './request.dto.js';

/** Fields by which a client could point some upstream proxies at another host or account. */
const ROUTING_FIELDS = new Set([
  'api_base',
  'base_url',
  'api_key',
  'extra_headers',
  'custom_host',
  'user_config',
  'mock_response',
]);

const TYPE_CONSTRAINTS = new Set([
  'isString',
  'isBoolean',
  'isInt',
  'isNumber',
  'isObject',
  'isArray',
  'isStopSequences',
]);

export function refuseRoutingFields(keys: Iterable<string>): void {
  for (const key of keys) {
    if (!ROUTING_FIELDS.has(key)) continue;
    throw new GatewayError(
      'invalid-value',
      `"${key}" is not accepted: the gateway decides where a request goes.`,
      {
        param: key,
        code: 'forbidden_field',
      },
    );
  }
}

/** Fills the DTO by plain assignment: transforming whole conversations would cost more than forwarding them. */
export function validateChatRequest(members: Partial<ChatRequestDto>): ChatRequestDto {
  const request = Object.assign(new ChatRequestDto(), members);
  const [fault] = validateSync(request, { validationError: { target: false, value: false } });
  if (fault) throw asGatewayError(fault, request);
  if (request.stream_options != null && request.stream !== true) {
    throw new GatewayError('invalid-value', '"stream_options" is only allowed when "stream" is true.', {
      param: 'stream_options',
    });
  }
  const includeUsage = request.stream_options?.include_usage;
  if (includeUsage != null && typeof includeUsage !== 'boolean') {
    throw new GatewayError('invalid-type', '"stream_options.include_usage" must be a boolean.', {
      param: 'stream_options.include_usage',
    });
  }
  return request;
}

function asGatewayError(fault: ValidationError, request: ChatRequestDto): GatewayError {
  const { property: param, constraints = {} } = fault;
  if ('isDefined' in constraints)
    return new GatewayError('missing-parameter', `"${param}" is required.`, { param });
  if ('isConversation' in constraints) return conversationError(request);
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

function conversationError({ messages }: ChatRequestDto): GatewayError {
  const fault = findConversationFault(messages);
  if (fault === undefined) throw new Error('a conversation that was refused has a fault');
  const { kind, param, problem } = fault;
  return new GatewayError(kind, `"${param}" ${problem}.`, { param });
}
