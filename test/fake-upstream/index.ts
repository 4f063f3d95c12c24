export { startFakeUpstream, type FakeUpstream } from './server.js';
export type { ReceivedRequest } from './received-request.js';
export type { Reply } from './replies/reply.js';
