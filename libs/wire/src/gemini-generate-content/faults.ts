import { GatewayError } from '#canonical';

/** What is wrong with a request, at a path in the client's own spelling. */
export const missing = (param: string): GatewayError =>
  new GatewayError('missing-parameter', `"${param}" is required.`, { param });

export const wrongType = (param: string, expected: string): GatewayError =>
  new GatewayError('invalid-type', `"${param}" must be ${expected}.`, { param });

export const wrongValue = (param: string, problem: string): GatewayError =>
  new GatewayError('invalid-value', `"${param}" ${problem}.`, { param });

export const unsupported = (param: string, reason: string): GatewayError =>
  new GatewayError('unsupported-parameter', `"${param}" is not supported: ${reason}.`, { param });
