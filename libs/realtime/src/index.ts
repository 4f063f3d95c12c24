export {
  type HeardAudio,
  type HeardText,
  type IdPrefix,
  type RateLimit,
  type RealtimePorts,
  type SpokenRequest,
} from './ports.js';
export { type ClientEvent } from './protocol/client-event.js';
export { type Item, type NewItem } from './protocol/item.js';
export { type ServerEvent } from './protocol/server-event.js';
export { type SessionPatch } from './protocol/session-config.js';
export { RealtimeSession } from './realtime-session.js';
export { type RealtimeSettings } from './settings.js';
