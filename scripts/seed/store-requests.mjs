import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import {
  LedgerChargeBook,
  LedgerRepository,
  PriceBook,
  PriceKeepingCharges,
  UsageJournal,
  getBudgetAccounts,
} from '../../dist/libs/metering/src/index.js';
import { ModelCatalogue, readShippedModels } from '../../dist/libs/models/src/index.js';
import { Random } from './random.mjs';
import { MODELS } from './sample-data.mjs';
import { RequestMaker, buildPayer } from './requests.mjs';

const REQUESTS = 20_000;
const AT_ONCE = 2_000;

/** Stores requests through the usage journal, so that the ledger contains them. */
export async function seedRequests({ dataSource, tokens, channels, now, log }) {
  const prices = priceBook();
  const maker = new RequestMaker({ random: new Random(20), tokens, channels, prices, now });
  const events = Array.from({ length: REQUESTS }, () => maker.next());
  events.sort((left, right) => left.startedAtMs - right.startedAtMs);
  await grantBudgets(dataSource, tokens, events);
  const folder = mkdtempSync(join(tmpdir(), 'modelgate-seed-'));
  const journal = UsageJournal.open({
    folder,
    dataSource,
    charges: new PriceKeepingCharges(new LedgerChargeBook(), prices),
    logger: pino({ level: 'warn' }, pino.destination(2)),
    settings: { maxInMemory: REQUESTS },
  });
  try {
    for (let from = 0; from < events.length; from += AT_ONCE) {
      for (const event of events.slice(from, from + AT_ONCE)) journal.begin(event).finish(event);
      if (!(await journal.flush())) throw new Error('the database does not store the requests');
      log(`${Math.min(from + AT_ONCE, events.length)} of ${events.length} requests`);
    }
  } finally {
    await journal.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

export function priceBook() {
  const prices = new Map(MODELS.map(({ id, price }) => [id, price]));
  const catalogue = new ModelCatalogue(readShippedModels());
  return new PriceBook({ getOverride: (model) => prices.get(model), filePrices: {}, catalogue });
}

/** Sets the limits of the budget accounts that pay for the requests. */
async function grantBudgets(dataSource, tokens, events) {
  const byId = new Map(tokens.map((token) => [token.id, token]));
  const budgetAccounts = new Map();
  for (const { tokenId, startedAtMs } of events) {
    for (const budgetAccount of getBudgetAccounts(buildPayer(byId.get(tokenId)), new Date(startedAtMs))) {
      budgetAccounts.set(budgetAccount.account, budgetAccount);
    }
  }
  const limited = [...budgetAccounts.values()].filter(({ limit }) => limit !== undefined);
  await dataSource.transaction((manager) => new LedgerRepository().limit(manager, limited));
}
