import { type GatewayError } from '#canonical';
import { CONDITIONS } from '../errors/conditions.js';
import { mintRealtimeId } from './event-id.js';
import { RealtimeFault } from './realtime-fault.js';

export interface RealtimeErrorEvent {
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
