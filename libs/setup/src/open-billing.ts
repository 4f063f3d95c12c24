import { join } from 'node:path';
import { type OwnerDirectory, type Token } from '#access';
import { toMicroUsd } from '#canonical';
import { type Catalog } from '#catalog';
import { type Config } from '#config';
import { ChangeFeed, type createDataSource } from '#database';
import {
  BUDGET_CHANNEL,
  Budgets,
  LeaseRepository,
  LedgerChargeBook,
  type OnThreshold,
  PriceBook,
  PriceKeepingCharges,
  type PurseLimit,
  UsageJournal,
  pursesOf,
} from '#metering';
import { Billing } from '#relay';
import { type LiveSettings, type SettingValues } from '#settings';
import { type Logger } from '#telemetry';
import { budgetAlarms } from './budget-alarms.repository.js';

export interface BillingSettings {
  dataSource: ReturnType<typeof createDataSource>;
  databaseUrl: string;
  config: Pick<Config, 'dataDir' | 'file' | 'prices'>;
  catalog: Pick<Catalog, 'priceOf'>;
  owners: Pick<OwnerDirectory, 'find'>;
  settings: Pick<LiveSettings, 'current'>;
  logger: Logger;
}

export interface OpenedBilling {
  billing: Billing;
  journal: UsageJournal;
  prices: PriceBook;
  /** What a request of this token is paid from, now. */
  pursesFor: (token: Token) => PurseLimit[];
  /** Whether a budget lets pass what nobody knows the price of, now. */
  allowsUnpriced: () => boolean;
  onThreshold: OnThreshold;
  close(): Promise<void>;
}

/** The books of one process: what requests cost, what they may cost, and what they have used. */
export async function openBilling(parts: BillingSettings): Promise<OpenedBilling> {
  const { dataSource, databaseUrl, config, catalog, owners, settings, logger } = parts;
  const prices = new PriceBook({
    overrideOf: (model) => catalog.priceOf(model),
    filePrices: config.prices,
  });
  const onThreshold = budgetAlarms(config.file?.budgets);
  const journal = UsageJournal.open({
    folder: join(config.dataDir, 'usage'),
    dataSource,
    charges: new PriceKeepingCharges(new LedgerChargeBook(onThreshold), prices),
    logger,
    // What it had leased has gone back: it has to find out.
    onMoved: () => void budgets.renew().catch(() => undefined),
  });
  const budgets: Budgets = new Budgets({
    leases: new LeaseRepository(dataSource, journal),
    feed: new ChangeFeed(databaseUrl, logger, BUDGET_CHANNEL),
  });
  await budgets.start();
  const pursesFor = (token: Token): PurseLimit[] => {
    const ownerBudget = owners.find(token.owner)?.budget;
    return pursesOf({ token, ownerBudget, globalBudget: globalBudgetIn(settings.current) }, new Date());
  };
  const allowsUnpriced = (): boolean => settings.current['budgets.allow_unpriced_models'];
  return {
    billing: new Billing({ journal, budgets, prices, pursesFor, allowsUnpriced }),
    journal,
    prices,
    pursesFor,
    allowsUnpriced,
    onThreshold,
    close: async () => {
      await budgets.stop();
      await journal.close();
    },
  };
}

function globalBudgetIn({ 'budgets.global': budget }: SettingValues) {
  return budget === null ? undefined : { microUsd: toMicroUsd(budget.usd), period: budget.period };
}
