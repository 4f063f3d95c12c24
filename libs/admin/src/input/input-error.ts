import { GatewayError } from '#canonical';
import { type ValidationError } from 'class-validator';
import { FIELD_CHECK } from './field.js';

/** What class-validator has found, as an error that names the field by its path. */
export function inputError(fault: ValidationError, place = ''): GatewayError {
  const param = join(place, fault.property);
  if (fault.value === undefined) {
    return new GatewayError('missing-parameter', `"${param}" is required.`, { param });
  }
  const problem = fault.constraints?.[FIELD_CHECK];
  const [inner] = fault.children ?? [];
  // What is wrong inside matters only where it is the right kind of thing.
  if (problem === undefined && inner !== undefined) return inputError(inner, param);
  return new GatewayError('invalid-value', `"${param}" ${problem ?? 'is not valid'}.`, { param });
}

function join(place: string, property: string): string {
  if (/^\d+$/.test(property)) return `${place}[${property}]`;
  return place === '' ? property : `${place}.${property}`;
}
