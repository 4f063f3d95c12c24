export { ClientSecrets, type SecretSettings } from './client-secrets.js';
export { LiveSession, SESSION_ENDS, type EndedSession, errorFrame } from './live-session.js';
export { type PreparedSession, RealtimeRelay } from './realtime-relay.js';
export {
  type EndedRequest,
  type RunningSession,
  type SessionCall,
  type SessionClient,
  type SessionEnd,
  type SessionHost,
} from './session.js';
export { type Frame } from './sockets/frame.js';
export { FrameRate, type FrameRateOptions } from './sockets/frame-rate.js';
export { FrameSocket } from './sockets/frame-socket.js';
export { type InletRoom, MessageInlet, type MessageInletOptions } from './sockets/message-inlet.js';
export { type OutputBudget } from './sockets/send-queue.js';
export { type StoredFile } from './bridge/bridge-options.js';
export { type InnerRequest, InnerRequests, ResponseLimits } from './bridge/inner-requests.js';
