import { GatewayError } from '#canonical';
import { type VideoReport } from '#providers';
import { LOGGER, type Logger, Tracing } from '#telemetry';
import { Inject, Injectable } from '@nestjs/common';
import { OutcomeRepository } from '../outcomes.repository.js';
import { type VideoTask } from '../task.js';
import { FAILURES } from '../task-failures.js';
import { getCost } from './get-cost.js';
import { getPollAfterFaultMs } from './poll-schedule.js';
import { describeSuccess, traceStep } from './trace-step.js';
import { VideoDownload } from './video-download.js';
import { WorkOptions } from './work-options.js';

/** Copies the finished video to the media store, and then completes the task. */
@Injectable()
export class FinalizeStep {
  constructor(
    private readonly download: VideoDownload,
    private readonly transitions: OutcomeRepository,
    private readonly options: WorkOptions,
    @Inject(Tracing) private readonly tracing: Pick<Tracing, 'during'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Without a report, the status of the video is loaded again. */
  async run(task: VideoTask, loadedReport?: VideoReport): Promise<void> {
    const { download, transitions } = this;
    const stopRenewing = this.renewLease(task);
    try {
      const report = loadedReport ?? (await download.loadReport(task));
      const { saved, mediaType } = await traceStep(
        task,
        { step: 'fetch', describe: describeSuccess },
        this.tracing,
        () => download.store(task, report),
      );
      if (mediaType?.startsWith('video/') !== true) {
        await download.delete(saved);
        await transitions.fail(task, FAILURES.noVideo, { from: 'finalizing' });
        return;
      }
      const facts = await download.readFacts(task, saved, report);
      await this.options.reachFailpoint('before-terminal-commit');
      const completed = await transitions.complete(task, { ...saved, ...facts }, getCost(task, facts));
      // Another worker was faster, so its copy is used.
      if (completed === undefined) await download.delete(saved);
      await this.options.reachFailpoint('after-terminal-commit');
    } catch (error) {
      await this.retryLater(task, error);
    } finally {
      stopRenewing();
    }
  }

  private renewLease(task: VideoTask): () => void {
    const { stepLeaseMs } = this.options.settings;
    const timer = setInterval(
      () => void this.transitions.touch(task, { at: { lease_until: stepLeaseMs } }).catch(() => undefined),
      stepLeaseMs / 3,
    );
    return () => clearInterval(timer);
  }

  /** Retries a failed copy until the deadline. */
  private async retryLater(task: VideoTask, error: unknown): Promise<void> {
    const { message } = error as Error;
    this.logger.warn({ taskId: task.id, reason: message }, 'a finished video could not be downloaded');
    const isRefused = error instanceof GatewayError && error.source === 'client';
    if (isRefused || task.readAt >= task.deadlineAt) {
      await this.transitions.fail(task, FAILURES.noFile, { from: 'finalizing' });
      return;
    }
    const nextMs = getPollAfterFaultMs(task.misses, this.options.settings.pollTimes);
    await this.transitions.touch(task, {
      set: { misses: task.misses + 1 },
      at: { next_run_at: nextMs, lease_until: null },
    });
  }
}
