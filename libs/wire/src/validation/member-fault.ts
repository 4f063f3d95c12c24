import { type ValidationError, validateSync } from 'class-validator';
import { type ErrorKind, GatewayError } from '#canonical';

const TYPE_CONSTRAINTS = new Set([
  'isString',
  'isBoolean',
  'isInt',
  'isNumber',
  'isObject',
  'isArray',
  'isStopSequences',
  'isPrompt',
  'isJsonKind',
]);

/** The first thing that is wrong with an object, told by the validator: it takes its time. */
export function findFault(request: object): ValidationError | undefined {
  const [fault] = validateSync(request, { validationError: { target: false, value: false } });
  return fault;
}

export function memberError({ property: param, constraints = {} }: ValidationError): GatewayError {
  if ('isDefined' in constraints) {
    return new GatewayError('missing-parameter', `"${param}" is required.`, { param });
  }
  const { kind, explanation } = gravestFault(constraints);
  return new GatewayError(kind, `"${param}" ${withoutSubject(explanation, param)}.`, { param });
}

/** What is wrong with a member, without its name in front. */
export function withoutSubject(explanation: string, subject: string): string {
  const opening = `${subject} `;
  return explanation.startsWith(opening) ? explanation.slice(opening.length) : explanation;
}

/** A value of the wrong type breaks every other rule too; the type is what its sender has to know. */
function gravestFault(constraints: Record<string, string>): { kind: ErrorKind; explanation: string } {
  const faults = Object.entries(constraints);
  const ofType = faults.find(([constraint]) => TYPE_CONSTRAINTS.has(constraint));
  if (ofType) return { kind: 'invalid-type', explanation: ofType[1] };
  return { kind: 'invalid-value', explanation: faults[0]?.[1] ?? 'is not valid' };
}
