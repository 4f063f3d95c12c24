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
import { Chance } from './chance.mjs';
import { MODELS } from './cast.mjs';
import { RequestMaker, buildPayer } from './requests.mjs';

const REQUESTS = 20_000;
const AT_ONCE = 2_000;

/** Through the journal and its books, as every request goes: so the ledger has all of it. */
export async function sowRequests({ dataSource, tokens, channels, now, tell }) {
  const prices = priceBook();
  const maker = new RequestMaker({ chance: new Chance(20), tokens, channels, prices, now });
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
      tell(`${Math.min(from + AT_ONCE, events.length)} of ${events.length} requests`);
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

/** What every budget account was given that one of the requests is paid from. */
async function grantBudgets(dataSource, tokens, events) {
  const byId = new Map(tokens.map((token) => [token.id, token]));
  const budgetAccounts = new Map();
  for (const { tokenId, startedAtMs } of events) {
    for (const budgetAccount of getBudgetAccounts(buildPayer(byId.get(tokenId)), new Date(startedAtMs))) {
      budgetAccounts.set(budgetAccount.account, budgetAccount);
    }
  }
  const limited = [...budgetAccounts.values()].filter(({ limitMicroUsd }) => limitMicroUsd !== undefined);
  await dataSource.transaction((manager) => new LedgerRepository().limit(manager, limited));
}
