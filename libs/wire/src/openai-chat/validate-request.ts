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

const KIND_OF_CONSTRAINT: Record<string, ErrorKind> = {
  isDefined: 'missing-parameter',
  isString: 'invalid-type',
  isBoolean: 'invalid-type',
  isInt: 'invalid-type',
  isNumber: 'invalid-type',
  isObject: 'invalid-type',
  isArray: 'invalid-type',
  isStopSequences: 'invalid-type',
};

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
  const [fault] = validateSync(request, {
    stopAtFirstError: true,
    validationError: { target: false, value: false },
  });
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
  const [[constraint, explanation] = ['', 'is not valid']] = Object.entries(fault.constraints ?? {});
  if (constraint === 'isConversation') return conversationError(request);
  if (constraint === 'isDefined') {
    return new GatewayError('missing-parameter', `"${fault.property}" is required.`, {
      param: fault.property,
    });
  }
  const kind = KIND_OF_CONSTRAINT[constraint] ?? 'invalid-value';
  const problem = explanation.replace(new RegExp(`^${fault.property} `), '');
  return new GatewayError(kind, `"${fault.property}" ${problem}.`, { param: fault.property });
}

function conversationError({ messages }: ChatRequestDto): GatewayError {
  const { param, problem } = findConversationFault(messages) ?? {
    param: 'messages',
    problem: 'is not valid',
  };
  const kind = problem === 'is required' ? 'missing-parameter' : 'invalid-value';
  return new GatewayError(kind, `"${param}" ${problem}.`, { param });
}
