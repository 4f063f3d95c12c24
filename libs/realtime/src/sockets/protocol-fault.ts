import { type Closing } from './closing.js';

const PROTOCOL_ERROR = 1002;

const CODES: Record<string, number> = {
  WS_ERR_INVALID_UTF8: 1007,
  WS_ERR_TOO_MANY_BUFFERED_PARTS: 1008,
  WS_ERR_UNSUPPORTED_DATA_PAYLOAD_LENGTH: 1009,
  WS_ERR_UNSUPPORTED_MESSAGE_LENGTH: 1009,
};

/** What `ws` tells a peer that breaks the protocol, before it closes the connection. */
export function protocolFault(error: Error & { code?: string }): Closing | undefined {
  if (error.code?.startsWith('WS_ERR_') !== true) return undefined;
  return { code: CODES[error.code] ?? PROTOCOL_ERROR, reason: error.message };
}
