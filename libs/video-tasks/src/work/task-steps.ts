import { Injectable } from '@nestjs/common';
import { type VideoTask } from '../task.js';
import { FinalizeStep } from './finalize-step.js';
import { PollStep } from './poll-step.js';
import { ResolveStep } from './resolve-step.js';
import { StepFailures } from './step-failures.js';
import { SubmitStep } from './submit-step.js';

/** The steps of tasks, by phase. */
@Injectable()
export class TaskSteps {
  constructor(
    private readonly submitStep: SubmitStep,
    private readonly resolveStep: ResolveStep,
    private readonly pollStep: PollStep,
    private readonly finalizeStep: FinalizeStep,
    private readonly failures: StepFailures,
  ) {}

  /** Runs the next step of a claimed task. `stopping` is aborted when the worker stops. */
  async run(task: VideoTask, stopping: AbortSignal): Promise<void> {
    try {
      await this.runPhase(task, stopping);
    } catch (error) {
      await this.failures.handle(task, error);
    }
  }

  private async runPhase(task: VideoTask, stopping: AbortSignal): Promise<void> {
    switch (task.phase) {
      case 'accepted':
        return this.submitStep.run(task, stopping);
      case 'submitting':
        // The lease of the worker that was sending the submission has expired.
        return this.resolveStep.recover(task);
      case 'submit-unknown':
        return this.resolveStep.run(task);
      case 'polling':
        return this.pollStep.run(task);
      case 'finalizing':
        return this.finalizeStep.run(task);
      case 'completed':
      case 'failed':
        return;
    }
  }
}
