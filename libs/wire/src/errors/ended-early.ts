import { GatewayError } from '#canonical';

/** For a stream whose HTTP body ended normally, but without its last events. */
export function endedEarly(): GatewayError {
  return new GatewayError('upstream-interrupted', 'The provider ended its response before it was complete.');
}
