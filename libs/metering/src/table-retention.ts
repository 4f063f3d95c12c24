import { type TableRetention } from '#database';
import { type RetentionPeriods } from '#declarations';

const CLOSED = {
  until: 'it is older than usage.ledgerRetentionDays; then it is added to the totals of its month',
  by: 'LedgerClosing',
};
const PER_PERIOD = {
  until:
    'its day, week or month ended more than usage.ledgerRetentionDays ago; the rows of a budget are then merged into one. Rows of total budgets are kept',
  by: 'BudgetClosing',
};

const WITH_REQUESTS = {
  until: 'it is older than usage.retentionDays',
  getDays: (periods: RetentionPeriods): number => periods['usage.retention_days'],
};

export const METERING_TABLES: readonly TableRetention[] = [
  { table: 'ledger_accounts', ...PER_PERIOD },
  { table: 'ledger_transactions', ...CLOSED },
  { table: 'ledger_entries', ...CLOSED },
  { table: 'usage_charges', ...CLOSED },
  { table: 'budget_limits', ...PER_PERIOD },
  { table: 'budget_thresholds', ...PER_PERIOD },
  {
    table: 'budget_slots',
    until: 'its amount has returned to the rolling budget',
    by: 'renewRollingWindows',
  },
  { table: 'budget_leases', until: 'its process has been silent for 15 minutes', by: 'sweepLeases' },
  {
    table: 'price_versions',
    until: 'no charge has used it for longer than requests and tasks are kept',
    by: 'PriceVersionRepository',
  },
  {
    table: 'refused_requests',
    ...WITH_REQUESTS,
    older: 'started_at < $1',
    deletes: 'refused_requests',
    by: 'RefusalMaintenance',
  },
  { table: 'refusal_counts', until: 'it is older than usage.retentionDays', by: 'RefusalMaintenance' },
  {
    table: 'token_uses',
    keptBecause: 'It has one row for each token that was used, and tokens are never deleted.',
  },
  {
    table: 'usage_events',
    ...WITH_REQUESTS,
    // Whole days are deleted (UTC).
    older: `started_at < date_trunc('day', $1::timestamptz, 'UTC')`,
    deletes: 'requests',
    by: 'UsageMaintenance',
  },
  { table: 'usage_events_default', until: 'it is older than usage.retentionDays', by: 'UsageMaintenance' },
  {
    table: 'usage_hours',
    until: 'it is older than usage.sumsRetentionDays, if set in the config file; otherwise it is kept',
    by: 'UsageMaintenance',
  },
  {
    table: 'usage_names',
    keptBecause: 'The hourly totals refer to tokens, owners and models by these numbers.',
  },
  { table: 'usage_changed_hours', until: 'its hour is summed, within a minute', by: 'UsageMaintenance' },
  { table: 'usage_retention', keptBecause: 'It has one row.' },
];
