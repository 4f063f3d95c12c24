import { afterAll, beforeAll, describe } from '@jest/globals';
import { ACCESS_TOKENS, describeAccess } from './access.cases.js';
import { Books } from './books.js';
import { BUDGET_OWNERS, BUDGET_TOKENS, describeBudgets } from './budgets.cases.js';
import { LIMIT_OWNERS, LIMIT_TOKENS, describeLimits } from './limits.cases.js';
import { ROWS } from './matrix.js';
import { REPLAY_TOKENS, describeCache, describeReplays } from './replays.cases.js';
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

let stage: Stage;
const staged = (): Stage => stage;

const noteRoutes = describeRoutes();

beforeAll(async () => {
  stage = await noteRoutes(() =>
    Stage.open({
      tokens: { ...ACCESS_TOKENS, ...BUDGET_TOKENS, ...LIMIT_TOKENS, ...REPLAY_TOKENS, ...USAGE_TOKENS },
      owners: { ...BUDGET_OWNERS, ...LIMIT_OWNERS },
      sessions: { tokens: SESSION_TOKENS, owners: SESSION_OWNERS },
    }),
  );
});

afterAll(() => stage.close());

describeAccess(staged);
describeBudgets(staged);
describeLimits(staged);
describeSessionTokens(staged);

/** Last, because the gateway is closed for it: then nothing more can be written. */
describe('once the books are closed', () => {
  const books = new Books();
  const asks = [describeReplays, describeCache, describeUsage, describeSessionUsage].map((describeColumn) =>
    describeColumn(staged, books),
  );

  beforeAll(async () => {
    for (const ask of asks) await ask();
    await stage.closeGateway();
    const columns = [...Object.keys(REPLAY_TOKENS), ...Object.keys(USAGE_TOKENS)];
    await books.read(stage, [...ROWS, ...SESSION_ROWS], columns);
  });
});
