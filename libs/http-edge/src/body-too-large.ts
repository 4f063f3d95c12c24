import { GatewayError } from '#canonical';

export function bodyTooLarge(maxBytes: number): GatewayError {
  return new GatewayError(
    'body-too-large',
    `The request body is larger than ${Math.floor(maxBytes / 2 ** 20)} MB.`,
  );
}
