import { GatewayError } from '#canonical';

/** A form that cannot be read as one. */
export function invalidMultipart(message: string): GatewayError {
  return new GatewayError('invalid-request', message, { code: 'invalid_multipart' });
}

/** `what` is the subject of the sentence; `param` is the part at fault, where it is one. */
export function tooLarge(what: string, maxBytes: number, param?: string): GatewayError {
  return new GatewayError('body-too-large', `${what} is larger than ${sizeInWords(maxBytes)}.`, { param });
}

function sizeInWords(bytes: number): string {
  return bytes < 2 ** 20 ? `${bytes} bytes` : `${Math.floor(bytes / 2 ** 20)} MB`;
}

export function tooSlow(): GatewayError {
  return new GatewayError('request-timeout', 'The upload did not arrive in time.');
}
