export { eventually } from '../eventually/index.js';
export { createEmptyDatabase, createTestDatabase, type TestDatabase } from './test-database.js';
export { channelTo } from './channel-to.js';
export {
  type LogLine,
  TEST_TOKEN,
  type TestGateway,
  type TestGatewayOptions,
  startTestGateway,
} from './test-gateway.js';
