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

/** The first validation error of an object. Uses the validator, which is slow. */
export function findFault(request: object): ValidationError | undefined {
  const [fault] = validateSync(request, { validationError: { target: false, value: false } });
  return fault;
}

export function memberError({ property: param, constraints = {} }: ValidationError): GatewayError {
  if ('isDefined' in constraints) {
    return new GatewayError('missing-parameter', `"${param}" is required.`, { param });
  }
  const { kind, explanation } = selectFault(constraints);
  return new GatewayError(kind, `"${param}" ${withoutSubject(explanation, param)}.`, { param });
}

/** Removes the member's name from the start of an explanation. */
export function withoutSubject(explanation: string, subject: string): string {
  const prefix = `${subject} `;
  return explanation.startsWith(prefix) ? explanation.slice(prefix.length) : explanation;
}

/** A value of the wrong type violates all other rules too, so the type error is reported. */
function selectFault(constraints: Record<string, string>): { kind: ErrorKind; explanation: string } {
  const faults = Object.entries(constraints);
  const typeFault = faults.find(([constraint]) => TYPE_CONSTRAINTS.has(constraint));
  if (typeFault) return { kind: 'invalid-type', explanation: typeFault[1] };
  return { kind: 'invalid-value', explanation: faults[0]?.[1] ?? 'is not valid' };
}
