import { GatewayError } from '#canonical';
import { CONDITIONS } from '../errors/conditions.js';
import { mintRealtimeId } from './event-id.js';

interface RealtimeErrorEvent {
  type: 'error';
  event_id: string;
  error: {
    type: string;
    code: string;
    message: string;
    param: string | null;
    /** The id of the client's event, not of this one. */
    event_id: string | null;
  };
}

export function encodeRealtimeError(
  error: GatewayError,
  clientEventId: string | undefined = error instanceof RealtimeFault ? error.clientEventId : undefined,
): RealtimeErrorEvent {
  const { type, code } = CONDITIONS[error.kind].openai;
  return {
    type: 'error',
    event_id: mintRealtimeId('event'),
    error: {
      type,
      code: error.code ?? code,
      message: error.message,
      param: error.param ?? null,
      event_id: clientEventId ?? null,
    },
  };
}

/** An error in one event of a client. The session continues. */
export class RealtimeFault extends GatewayError {
  constructor(
    /** The error that is sent to the client. */
    readonly refusal: GatewayError,
    /** The client's id of the invalid event. */
    readonly clientEventId: string | undefined,
  ) {
    const { kind, message, param, code } = refusal;
    super(kind, message, { param, code });
  }
}
