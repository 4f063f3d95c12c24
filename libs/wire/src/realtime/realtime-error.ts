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
    /** Of the client's event at fault, not of this one. */
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

/** What is wrong with one event of a client; the session goes on. */
export class RealtimeFault extends GatewayError {
  constructor(
    { kind, message, param, code }: GatewayError,
    /** The id that the client gave to the event at fault. */
    readonly clientEventId: string | undefined,
  ) {
    super(kind, message, { param, code });
  }
}
