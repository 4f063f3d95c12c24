export { directed, DIRECTED_TEXT, type ResponseDirection } from './directions.js';
export { spoken } from './audio-format.js';
export type { RealtimeConnection } from './realtime-connection.js';
