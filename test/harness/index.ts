export { createEmptyDatabase, createTestDatabase, type TestDatabase } from './test-database.js';
export { channelTo } from './channel-to.js';
export { type LogLine, TEST_TOKEN, type TestGateway, eventually, startTestGateway } from './test-gateway.js';
export { importNatively, nodeGlobal } from './node-global.js';
