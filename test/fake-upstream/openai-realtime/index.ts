export { directed, type ResponseDirection } from './directions.js';
export type { RealtimeConnection } from './realtime-connection.js';
