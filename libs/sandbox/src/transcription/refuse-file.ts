import { GatewayError } from '#canonical';

/** The error for a recording that cannot be what it says it is. */
export function refuseFile(problem: string): GatewayError {
  return new GatewayError('invalid-value', problem, { param: 'file' });
}
