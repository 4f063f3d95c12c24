import { GatewayError } from '#canonical';

/** Errors of a parameter. These functions return the error, and the caller throws it. */

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

/** Like `unsupported`, with only a reason. */
export function notSupported(param: string, reason: string): GatewayError {
  return unsupported(param, `is not supported: ${reason}`);
}
