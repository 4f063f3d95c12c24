export { ClientSecrets, type SecretSettings } from './client-secrets.js';
export { LiveSession, type SessionOver, errorFrame } from './live-session.js';
export { type PreparedSession, RealtimeRelay } from './realtime-relay.js';
export { type EndedRequest, type SessionCall, type SessionHost as SessionHandler } from './session.js';
export { FrameSocket } from './sockets/frame-socket.js';
export { type StoredFile } from './bridge/bridge-options.js';
