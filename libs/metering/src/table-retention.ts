import { type TableRetention } from '#database';

const CLOSED = {
  until: 'usage.ledgerRetentionDays are over; then it becomes a part of the sums of its month',
  by: 'LedgerClosing',
};
const PER_PERIOD = {
  until:
    'its day or month was over usage.ledgerRetentionDays ago; those of a budget become one. Those of a budget for good stay',
  by: 'BudgetClosing',
};

export const METERING_TABLES: readonly TableRetention[] = [
  { table: 'ledger_accounts', ...PER_PERIOD },
  { table: 'ledger_transactions', ...CLOSED },
  { table: 'ledger_entries', ...CLOSED },
  { table: 'usage_charges', ...CLOSED },
  { table: 'budget_limits', ...PER_PERIOD },
  { table: 'budget_thresholds', ...PER_PERIOD },
  { table: 'budget_leases', until: 'its process has been silent for 15 minutes', by: 'sweepLeases' },
  {
    table: 'price_versions',
    until: 'nothing was charged by it for longer than requests and tasks are kept',
    by: 'PriceVersionRepository',
  },
  { table: 'usage_events', until: 'usage.retentionDays are over', by: 'UsageMaintenance' },
  { table: 'usage_events_default', until: 'usage.retentionDays are over', by: 'UsageMaintenance' },
  {
    table: 'usage_hours',
    until: 'usage.sumsRetentionDays are over, where the config file sets them; otherwise they stay',
    by: 'UsageMaintenance',
  },
  {
    table: 'usage_names',
    keptBecause: 'The sums by the hour name tokens, owners and models by these numbers.',
  },
  { table: 'usage_changed_hours', until: 'its hour is added up, within a minute', by: 'UsageMaintenance' },
  { table: 'usage_retention', keptBecause: 'It has one row.' },
];
