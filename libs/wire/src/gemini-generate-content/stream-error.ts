import { type GatewayError } from '#canonical';
import { encodeError } from '../errors/encode-error.js';

/** The chunk that tells a client of a failure. Clients take it for one only by a number from 400 to 599. */
export function streamErrorChunk(error: GatewayError): string {
  const { body } = encodeError(error, 'google', '');
  return JSON.stringify(body);
}
