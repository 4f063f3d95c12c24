import { LOGGER, type Logger } from '#telemetry';
import { type StartedVideo } from '#providers';
import { Inject, Injectable } from '@nestjs/common';
import { EvidenceSpool } from '../evidence-spool.js';
import { type Evidence, EvidenceRepository } from '../evidence.repository.js';
import { OutcomeRepository } from '../outcomes.repository.js';
import { type VideoTask } from '../task.js';
import { getNextPollMs } from './poll-schedule.js';
import { WorkOptions } from './work-options.js';

/** Stores the ids of videos that upstreams are creating, and continues their tasks. */
@Injectable()
export class VideoAdoption {
  constructor(
    private readonly spool: EvidenceSpool,
    private readonly evidence: EvidenceRepository,
    private readonly transitions: OutcomeRepository,
    private readonly options: WorkOptions,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Stores the id first on disk and then in the database, even if the lease of the task was lost. */
  async adopt(task: VideoTask, { upstreamId, memo }: StartedVideo): Promise<void> {
    const account = task.account ?? '';
    const evidence: Evidence = { taskId: task.id, attempt: task.submitAttempt, account, upstreamId, memo };
    const removeFromSpool = await this.spool.add(evidence);
    await this.options.reachFailpoint('after-spool-before-database');
    await this.evidence.add(evidence);
    await removeFromSpool();
    await this.continueTask(evidence);
    await this.options.reachFailpoint('after-polling-commit');
  }

  /** Continues a task with a video that is already stored as evidence. False if there is none. */
  async adoptStored(task: VideoTask): Promise<boolean> {
    const evidence = await this.evidence.load(task);
    return evidence !== undefined && (await this.continueTask(evidence));
  }

  /** Stores the ids that an earlier process has left on disk, or this one while the database was unavailable. */
  async replaySpool(): Promise<void> {
    const { stored, unreadable } = await this.spool.replay(async (evidence) => {
      await this.evidence.add(evidence);
      await this.continueTask(evidence);
    });
    if (stored > 0)
      this.logger.info({ videos: stored }, 'recovered video ids that were missing in the database');
    if (unreadable.length > 0) {
      this.logger.error(
        { files: unreadable },
        'video ids on this disk cannot be read; their files were moved aside',
      );
    }
  }

  /** False if the task is in another phase or uses another account. */
  private async continueTask(evidence: Evidence): Promise<boolean> {
    const { taskId, upstreamId } = evidence;
    const firstPollMs = getNextPollMs(0, this.options.settings.pollTimes);
    if ((await this.transitions.adopt(evidence, firstPollMs)) !== undefined) return true;
    if (await this.evidence.recordUnclaimed(evidence)) {
      this.logger.error({ taskId, upstreamId }, 'the provider is creating a video that belongs to no task');
    }
    return false;
  }
}
