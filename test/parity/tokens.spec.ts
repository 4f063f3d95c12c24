import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ACCESS_TOKENS, describeAccess } from './access.cases.js';
import { UsageOfTokens } from './usage-of-tokens.js';
import { BUDGET_OWNERS, BUDGET_TOKENS, describeBudgets } from './budgets.cases.js';
import { LIMIT_OWNERS, LIMIT_TOKENS, describeLimits } from './limits.cases.js';
import { ROWS } from './matrix.js';
import { REPLAY_TOKENS, describeCache, describeReplays } from './replays.cases.js';
import { READ_ENVIRONMENT, READ_TOKENS, describeReads } from './reads.cases.js';
import { describeRoutes } from './routes.cases.js';
import { SESSION_ROWS } from './rows/realtime-rows.js';
import {
  SESSION_OWNERS,
  SESSION_TOKENS,
  describeSessionTokens,
  describeSessionUsage,
} from './sessions.cases.js';
import { Stage } from './stage.js';
import { USAGE_TOKENS, describeUsage } from './usage.cases.js';
import { failedRequestIds } from './wire-tap.js';

let stage: Stage;
const staged = (): Stage => stage;

const noteRoutes = describeRoutes();

beforeAll(async () => {
  failedRequestIds.length = 0;
  stage = await noteRoutes(() =>
    Stage.open({
      tokens: { ...ACCESS_TOKENS, ...BUDGET_TOKENS, ...LIMIT_TOKENS, ...REPLAY_TOKENS, ...USAGE_TOKENS },
      owners: { ...BUDGET_OWNERS, ...LIMIT_OWNERS },
      sessions: { tokens: SESSION_TOKENS, owners: SESSION_OWNERS },
      reads: { tokens: READ_TOKENS },
      environment: READ_ENVIRONMENT,
    }),
  );
});

afterAll(() => stage.close());

describeAccess(staged);
describeBudgets(staged);
describeLimits(staged);
describeSessionTokens(staged);
describeReads(staged);

/** Last, because it closes the gateway, so that nothing more is recorded. */
describe('the records after the gateway is closed', () => {
  const usageOfTokens = new UsageOfTokens();
  const asks = [describeReplays, describeCache, describeUsage, describeSessionUsage].map((describeColumn) =>
    describeColumn(staged, usageOfTokens),
  );

  beforeAll(async () => {
    for (const ask of asks) await ask();
    await stage.closeGateway();
    const columns = [...Object.keys(REPLAY_TOKENS), ...Object.keys(USAGE_TOKENS)];
    await usageOfTokens.read(stage, [...ROWS, ...SESSION_ROWS], columns);
  });

  it('contain every request that got an error, rejected or not', async () => {
    expect(failedRequestIds.length).toBeGreaterThan(ROWS.length);
    expect(await usageOfTokens.findMissing(stage, failedRequestIds)).toEqual([]);
  });
});
