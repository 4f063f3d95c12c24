export { BudgetAccounts } from './budgets/budget-accounts.js';
export { BUDGET_CHANNEL } from './budgets/budget-channel.js';
export { type Hold } from './budgets/budget-hold.js';
export { BudgetRefusal } from './budgets/budget-refusal.js';
export {
  type BudgetState,
  BudgetStatesRepository,
  type BudgetStatesOptions,
} from './budgets/budget-states.repository.js';
export { type BudgetLeft, BudgetsLeftRepository } from './budgets/budgets-left.repository.js';
export { Budgets } from './budgets/budgets.js';
export { LedgerChargeBook } from './budgets/charges.js';
export { sweepLeases } from './budgets/close-spools.js';
export { type HoldAmounts, NO_AMOUNTS, SMALLEST_AMOUNTS } from './budgets/hold-amounts.js';
export { LeaseRepository } from './budgets/leases.repository.js';
export { withLeaseRecall } from './budgets/recall-leases.js';
export {
  type Payer,
  type BudgetAccountLimit,
  type BudgetSubject,
  otherBudgetAccounts,
  getBudgetAccounts,
  listBudgetAccounts,
  toChargedAccount,
} from './budgets/budget-account.js';
export { getRequestCharge } from './budgets/request-charge.js';
export { renewRollingWindows } from './budgets/rolling-windows.js';
export { unknownPrice } from './budgets/unknown-price.js';
export { type BudgetThreshold } from './budgets/thresholds.js';
export { BudgetClosing } from './closing/close-budgets.js';
export { LedgerClosing } from './closing/close-ledger.js';
export { type Booking, LedgerRepository, type Refund } from './ledger.repository.js';
export { costMicroUsd } from './prices/cost.js';
export { type CostLine, buildCostLines } from './prices/cost-lines.js';
export { isSpecialContext, toChargedContext } from './prices/charged-context.js';
export { getTokenAmounts, maxMicroUsd } from './prices/max-cost.js';
export { type PriceContext, type PriceOfRecord } from './prices/price.js';
export { PriceBook } from './prices/price-book.js';
export { PriceKeepingCharges } from './prices/price-keeping-charges.js';
export { getVersion as getPriceVersion } from './prices/price-version.js';
export { PriceVersionRepository } from './prices/price-version.repository.js';
export {
  TOKEN_SPENDING_SORTS,
  type TokenSpending,
  TokenSpendingRepository,
} from './token-spending.repository.js';
export { videoPriceMicroUsd } from './video-price.js';
export { RefusalJournal } from './refusals/refusal-journal.js';
export { RefusalsModule } from './refusals.module.js';
export { RefusedRequestRepository } from './refusals/refused-requests.repository.js';
export { type RefusedRequest, type RefusedToken } from './refusals/refused-request.js';
export { type LedgerReport, verifyLedger } from './verify-ledger.js';
export { type BegunEvent, eventIdFor } from './usage/begun-event.js';
export { type ChargeBook } from './usage/charge-book.js';
export { type StoredEvent, toStoredEvent } from './usage/event-store.js';
export { type WriteTime } from './usage/journal-spool.js';
export { type LastError, LastErrorsRepository } from './usage/last-errors.repository.js';
export { type PaidUsage, PaidUsageRepository } from './usage/paid-usage.repository.js';
export { prepareUsageDays } from './usage/usage-partitions.repository.js';
export { UsageMaintenance } from './usage/usage-maintenance.js';
export { type UsageEntry } from './usage/usage-entry.js';
export {
  type AttemptError,
  type UsageAttempt,
  type UsageCounts,
  type UsageEvent,
  toStoredError,
} from './usage/usage-event.js';
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
