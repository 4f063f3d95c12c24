export { applySessionUpdate } from './apply-session-update.js';
export { clientEventToBeta } from './beta/client-event.js';
export { serverEventFromBeta } from './beta/server-event.js';
export {
  type ClientSecret,
  type ClientSecretEndpoint,
  encodeClientSecret,
  readClientSecretRequest,
} from './client-secret.js';
export { closeCodeFor, closeCodeFromUpstream } from './close-code.js';
export { defaultSession } from './default-session.js';
export { DialectBridge } from './dialect-bridge.js';
export { type ServerEvent, encodeServerEvent } from './encode-server-event.js';
export { mintRealtimeId } from './event-id.js';
export { readClientEvent } from './client-event.js';
export { readTranscriptionUsage } from '../transcription/transcription-usage.js';
export {
  type RealtimeDialect,
  getRealtimeDialect,
  isClientSecret,
  readRealtimeQuery,
  readSubprotocols,
  subprotocolToEcho,
  tokenInSubprotocols,
} from './connection.js';
export { RealtimeFault, encodeRealtimeError } from './realtime-error.js';
export { readResponseUsage } from './realtime-usage.js';
export { type ConversationSessionUpdate, type SessionUpdate } from './session.js';
export {
  decodeRealtimeError,
  isNotForRealtime,
  scrubCloseReason,
  scrubErrorEvent,
} from './upstream-fault.js';
