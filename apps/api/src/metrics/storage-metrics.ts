import { toBudgetWindows } from '#access';
import { MICRO_USD_PER_USD } from '#canonical';
import { isSameWindow } from '#declarations';
import { ExportMetrics } from '#exports';
import { QueueBacklogs } from '#jobs';
import { type BudgetLeft, BudgetsLeftRepository } from '#metering';
import { LiveSettings } from '#settings';
import { Metrics, SampledValue } from '#telemetry';
import { Injectable, type OnModuleInit } from '@nestjs/common';

const READ_BUDGETS_EVERY_MS = 15_000;

/** Metrics from the database: queues, exports and the rest of budgets. */
@Injectable()
export class StorageMetrics implements OnModuleInit {
  private readonly left = new SampledValue(READ_BUDGETS_EVERY_MS, () => this.readBudgets());

  constructor(
    private readonly metrics: Metrics,
    private readonly backlogs: QueueBacklogs,
    private readonly exports: ExportMetrics,
    private readonly budgets: BudgetsLeftRepository,
    private readonly settings: LiveSettings,
  ) {}

  onModuleInit(): void {
    const { metrics, left } = this;
    this.backlogs.addTo(metrics);
    this.exports.addTo(metrics);
    metrics.addSource('budget_left_ratio', async () => listSmallestRatios(await left.get()));
    metrics.addSource('budget_left_usd', async () =>
      (await left.get()).flatMap(({ scope, unit, period, left: microUsd }) =>
        scope === 'global' && unit === 'usd' ? [{ period, value: microUsd / MICRO_USD_PER_USD }] : [],
      ),
    );
  }

  /** The ledger also has global budgets of earlier periods, which are excluded. */
  private async readBudgets(): Promise<BudgetLeft[]> {
    const global = this.settings.current['budgets.global'];
    const windows = global === null ? [] : toBudgetWindows(global);
    return (await this.budgets.list()).filter(
      (left) => left.scope !== 'global' || windows.some((window) => isSameWindow(window, left)),
    );
  }
}

/** One for each scope and period: the budget with the smallest ratio, in any unit. */
function listSmallestRatios(
  budgets: readonly BudgetLeft[],
): { scope: string; period: string; value: number }[] {
  const smallest = new Map<string, { scope: string; period: string; value: number }>();
  for (const { scope, period, ratio: value } of budgets) {
    const key = `${scope} ${period}`;
    if (value < (smallest.get(key)?.value ?? Infinity)) smallest.set(key, { scope, period, value });
  }
  return [...smallest.values()];
}
