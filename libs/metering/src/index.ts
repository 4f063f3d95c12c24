export { BudgetAccounts } from './budgets/budget-accounts.js';
export { BUDGET_CHANNEL } from './budgets/budget-channel.repository.js';
export { type Hold } from './budgets/budget-hold.js';
export { BudgetRefusal } from './budgets/budget-refusal.js';
export { type BudgetLeft, BudgetsLeftRepository } from './budgets/budgets-left.repository.js';
export { Budgets } from './budgets/budgets.js';
export { LedgerChargeBook } from './budgets/charges.repository.js';
export { sweepLeases } from './budgets/close-spools.repository.js';
export { type HoldAmounts } from './budgets/decide-lease.js';
export { LeaseRepository } from './budgets/leases.repository.js';
export { withLeasesCalledIn } from './budgets/timeout.repository.js';
export {
  type Payer,
  type BudgetAccountLimit,
  otherBudgetAccounts,
  getBudgetAccounts,
} from './budgets/budget-account.js';
export { hasBudget, unknownPrice } from './budgets/unknown-price.js';
export { ON_THRESHOLD, type BudgetThreshold, type OnThreshold } from './budgets/thresholds.repository.js';
export { BudgetClosing } from './closing/close-budgets.repository.js';
export { LedgerClosing } from './closing/close-ledger.repository.js';
export { type Booking, LedgerRepository, type Refund } from './ledger.repository.js';
export { costMicroUsd } from './prices/cost.js';
export { type CostLine, buildCostLines } from './prices/cost-lines.js';
export { isSpecialContext, toChargedContext } from './prices/charged-context.js';
export { type MaxCost, maxMicroUsd } from './prices/max-cost.js';
export { type PriceContext, type PriceOfRecord } from './prices/price.js';
export { PriceBook } from './prices/price-book.js';
export { PriceKeepingCharges } from './prices/price-keeping-charges.repository.js';
export { getVersion as getPriceVersion } from './prices/price-version.js';
export { PriceVersionRepository } from './prices/price-version.repository.js';
export { type TokenSpending, TokenSpendingRepository } from './token-spending.repository.js';
export { videoPriceMicroUsd } from './video-price.js';
export { type LedgerReport, verifyLedger } from './verify-ledger.repository.js';
export { type BegunEvent, eventIdFor } from './usage/begun-event.js';
export { type ChargeBook } from './usage/charge-book.repository.js';
export { type WriteTime } from './usage/journal-spool.js';
export { type LastError, LastErrorsRepository } from './usage/last-errors.repository.js';
export { type PaidUsage, PaidUsageRepository } from './usage/paid-usage.repository.js';
export { prepareUsageDays } from './usage/usage-partitions.repository.js';
export { UsageMaintenance } from './usage/usage-maintenance.repository.js';
export { type UsageEntry } from './usage/usage-entry.js';
export { type UsageAttempt, type UsageCounts, type UsageEvent } from './usage/usage-event.js';
export { type SequenceRange, UsageFeedRepository } from './usage/usage-feed.repository.js';
export { UsageJournal, type UsageJournalOptions } from './usage/usage-journal.js';
export {
  USAGE_GROUPS,
  type UsageGroup,
  type UsageLatency,
  type UsageListQuery,
  type UsageOrder,
  type UsageRecord,
  type UsageSum,
  type UsageSumsQuery,
} from './usage/usage-query.js';
export { UsageRepository } from './usage/usage.repository.js';
export { MeteringModule } from './metering.module.js';
export { PricesModule } from './prices.module.js';
