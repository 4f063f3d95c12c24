export { startFakeUpstream, type FakeUpstream } from './server.js';
export type { Reply } from './replies/reply.js';
export type { ScenarioName } from './scenarios/scenario.js';
export { SCENARIO_REASONING, SCENARIO_TEXTS } from './scenarios/scenario-texts.js';
export { SCENARIO_TOKENS } from './scenarios/token-usage.js';
export type { ReceivedRequest } from './received-request.js';
