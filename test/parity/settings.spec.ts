import { afterAll, beforeAll } from '@jest/globals';
import { type Service } from '#lifecycle';
import { createWorker } from '../../apps/worker/src/create-worker.js';
import { LENIENT_BUDGETS, describeLenientBudgets } from './budgets.cases.js';
import { MAX_TOKENS, POLICIES, describePolicies } from './policies.cases.js';
import { describeSessionPolicies } from './sessions.cases.js';
import { Stage } from './stage.js';

/** With the operator's settings for all tokens. */
let stage: Stage;
let worker: Service;
const staged = (): Stage => stage;

beforeAll(async () => {
  stage = await Stage.open({
    tokens: { unrestricted: {}, ...LENIENT_BUDGETS.tokens },
    sessions: { tokens: { unrestricted: {} } },
    policies: POLICIES,
    budgets: LENIENT_BUDGETS.budgets,
  });
  worker = await createWorker(stage.gateway.shared);
});

afterAll(async () => {
  await worker.close();
  await stage.closeGateway();
  await stage.close();
});

describePolicies(staged);
describeLenientBudgets(staged);
describeSessionPolicies(staged, MAX_TOKENS);
