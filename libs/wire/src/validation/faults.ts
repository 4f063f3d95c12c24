import { GatewayError } from '#canonical';

/** What can be wrong with a parameter; each is thrown by whoever finds it. */

export function missing(param: string): GatewayError {
  return new GatewayError('missing-parameter', `"${param}" is required.`, { param });
}

export function wrongType(param: string, expected: string): GatewayError {
  return new GatewayError('invalid-type', `"${param}" must be ${expected}.`, { param });
}

export function wrongValue(param: string, problem: string): GatewayError {
  return new GatewayError('invalid-value', `"${param}" ${problem}.`, { param });
}

export function unsupported(param: string, problem: string): GatewayError {
  return new GatewayError('unsupported-parameter', `"${param}" ${problem}.`, { param });
}

/** As `unsupported`, in a sentence that needs nothing but the reason. */
export function notSupported(param: string, reason: string): GatewayError {
  return unsupported(param, `is not supported: ${reason}`);
}
