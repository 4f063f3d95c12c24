export { startFakeUpstream, type FakeUpstream } from './server.js';
export type { Reply } from './replies/reply.js';
