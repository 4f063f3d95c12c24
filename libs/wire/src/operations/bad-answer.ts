import { GatewayError } from '#canonical';

/** For an answer that lacks what was asked for. */
export function badAnswer(): GatewayError {
  return new GatewayError('upstream-bad-response', 'The model service sent an answer that cannot be read.');
}
