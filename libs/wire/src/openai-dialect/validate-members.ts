import { type ValidationError, validateSync } from 'class-validator';
import { type ErrorKind, GatewayError } from '#canonical';

/** The members that say how a request of this dialect wants to be answered. */
export interface StreamableRequest {
  model: string;
  stream?: boolean | null;
  stream_options?: { include_usage?: unknown } | null;
}

const TYPE_CONSTRAINTS = new Set([
  'isString',
  'isBoolean',
  'isInt',
  'isNumber',
  'isObject',
  'isArray',
  'isStopSequences',
  'isPrompt',
]);

/** Checks a DTO that was filled by plain assignment. `explain` knows the constraints that a format has of its own. */
export function validateMembers(
  request: StreamableRequest,
  explain: (constraints: object) => GatewayError | undefined = () => undefined,
): void {
  const [fault] = validateSync(request, { validationError: { target: false, value: false } });
  if (fault) throw explain(fault.constraints ?? {}) ?? asGatewayError(fault);
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
}

function asGatewayError({ property: param, constraints = {} }: ValidationError): GatewayError {
  if ('isDefined' in constraints)
    return new GatewayError('missing-parameter', `"${param}" is required.`, { param });
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
