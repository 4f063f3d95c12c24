import { type TableRetention } from '#database';

const LEDGER =
  'The ledger is only ever added to: a balance is the sum of its entries, and verification adds them up again.';
const PER_BUDGET =
  'It has a few rows for each budget and period, and says what a balance in the ledger began with.';

export const METERING_TABLES: readonly TableRetention[] = [
  { table: 'ledger_accounts', keptBecause: LEDGER },
  { table: 'ledger_transactions', keptBecause: LEDGER },
  { table: 'ledger_entries', keptBecause: LEDGER },
  {
    table: 'usage_charges',
    keptBecause: 'It is the other side of a transaction in the ledger: one row for each batch of usage.',
  },
  { table: 'budget_limits', keptBecause: PER_BUDGET },
  { table: 'budget_thresholds', keptBecause: PER_BUDGET },
  { table: 'budget_leases', until: 'its process has been silent for 15 minutes', by: 'sweepLeases' },
  { table: 'price_versions', keptBecause: 'It has one row for each price that anything was charged by.' },
  { table: 'usage_events', until: 'usage.retentionDays are over', by: 'UsageMaintenance' },
  { table: 'usage_events_default', until: 'usage.retentionDays are over', by: 'UsageMaintenance' },
  {
    table: 'usage_hours',
    keptBecause: 'The sums by the hour are what is left of usage when its single requests are deleted.',
  },
  {
    table: 'usage_names',
    keptBecause: 'The sums by the hour name tokens, owners and models by these numbers.',
  },
  { table: 'usage_changed_hours', until: 'its hour is added up, within a minute', by: 'UsageMaintenance' },
  { table: 'usage_retention', keptBecause: 'It has one row.' },
];
