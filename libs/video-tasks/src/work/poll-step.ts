import { Tracing } from '#telemetry';
import { Inject, Injectable } from '@nestjs/common';
import { type VideoTask } from '../task.js';
import { type StatusResult, isMissing, loadStatus } from './load-status.js';
import { PollConclusion } from './poll-conclusion.js';
import { PollHealth } from './report-health.js';
import { TaskAccounts } from './task-accounts.js';
import { describeCall, traceStep } from './trace-step.js';

/** Polls the status of a video once. */
@Injectable()
export class PollStep {
  constructor(
    private readonly accounts: TaskAccounts,
    private readonly health: PollHealth,
    private readonly conclusion: PollConclusion,
    @Inject(Tracing) private readonly tracing: Pick<Tracing, 'during'>,
  ) {}

  async run(task: VideoTask): Promise<void> {
    const reached = this.accounts.of(task);
    const result = await traceStep(
      task,
      { step: 'poll', describe: describeStatus },
      this.tracing,
      (headers) => loadStatus(task, reached, headers),
    );
    const isSuccessful = result.report !== undefined || isMissing(result);
    this.health.report(task, result.outcome, isSuccessful, reached);
    await this.conclusion.conclude(task, result, reached);
  }
}

function describeStatus({ outcome }: StatusResult): ReturnType<typeof describeCall> {
  return describeCall(outcome);
}
