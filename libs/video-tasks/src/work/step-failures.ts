import { LOGGER, type Logger } from '#telemetry';
import { Inject, Injectable } from '@nestjs/common';
import { OutcomeRepository } from '../outcomes.repository.js';
import { type TaskPhase, type VideoTask } from '../task.js';
import { FAILURES } from '../task-failures.js';

const UNFINISHED: readonly TaskPhase[] = [
  'accepted',
  'submitting',
  'submit-unknown',
  'polling',
  'finalizing',
];

/** Handles errors of steps. */
@Injectable()
export class StepFailures {
  constructor(
    private readonly transitions: OutcomeRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Fails a task whose step failed after the deadline. Before it, rethrows the error, so that the step is retried. */
  async handle(task: VideoTask, error: unknown): Promise<void> {
    if (task.readAt < task.deadlineAt) throw error;
    this.logger.error({ err: error, taskId: task.id, phase: task.phase }, 'video task step failed');
    const { account, upstreamId } = task;
    await this.transitions.fail(task, FAILURES.internal, {
      from: UNFINISHED,
      ...(account === undefined ? {} : { orphan: { upstreamId, reason: 'out of time' } }),
    });
  }
}
