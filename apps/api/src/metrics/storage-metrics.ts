import { MICRO_USD_PER_USD } from '#canonical';
import { ExportMetrics } from '#exports';
import { QueueBacklogs } from '#jobs';
import { type BudgetLeft, BudgetsLeftRepository } from '#metering';
import { LiveSettings } from '#settings';
import { Metrics, SampledValue } from '#telemetry';
import { Injectable, type OnModuleInit } from '@nestjs/common';

const READ_BUDGETS_EVERY_MS = 15_000;

/** What is read from the database: queues, exports and what is left of budgets. */
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
    metrics.addSource('budget_left_ratio', async () =>
      (await left.get()).map(({ scope, period, ratio: value }) => ({ scope, period, value })),
    );
    metrics.addSource('budget_left_usd', async () =>
      (await left.get()).flatMap(({ scope, period, leftMicroUsd }) =>
        scope === 'global' ? [{ period, value: leftMicroUsd / MICRO_USD_PER_USD }] : [],
      ),
    );
  }

  /** The books also know the budget for everybody that was there before its period was changed. */
  private async readBudgets(): Promise<BudgetLeft[]> {
    const global = this.settings.current['budgets.global']?.period;
    return (await this.budgets.list()).filter(({ scope, period }) => scope !== 'global' || period === global);
  }
}
