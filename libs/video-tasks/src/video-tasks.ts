import { type Token } from '#access';
import { type AdmittedCall } from '#admission';
import { GatewayError } from '#canonical';
import { MediaStore } from '#media';
import { Inject, Injectable } from '@nestjs/common';
import { type TransactionEffect } from './accept.repository.js';
import { OutcomeRepository } from './outcomes.repository.js';
import { type Acceptance, type Accepted, TaskAcceptance } from './task-acceptance.js';
import { type RemixSource, type VideoTask, isFinished } from './task.js';
import { FAILURES } from './task-failures.js';
import { TaskWakeUps } from './task-wake-ups.js';
import { type TaskFilter, TaskRepository } from './tasks.repository.js';

/** The video tasks of clients. */
@Injectable()
export class VideoTasks {
  constructor(
    private readonly acceptance: TaskAcceptance,
    private readonly tasks: TaskRepository,
    private readonly outcomes: OutcomeRepository,
    private readonly media: MediaStore,
    @Inject(TaskWakeUps) private readonly wakeUps: Pick<TaskWakeUps, 'wake'>,
  ) {}

  accept(acceptance: Acceptance): Promise<Accepted> {
    return this.acceptance.accept(acceptance);
  }

  /** Returns the public name of a model. Throws if the call cannot create videos with it. */
  check(admitted: Pick<AdmittedCall, 'requireModel'>, requestedModel: string): string {
    return this.acceptance.check(admitted, requestedModel);
  }

  /** The source of a remix. Throws if the video cannot be remixed. */
  getRemixSource(original: VideoTask): RemixSource {
    return this.acceptance.getRemixSource(original);
  }

  async find(token: Pick<Token, 'owner'>, id: string): Promise<VideoTask> {
    return this.tasks.require(token.owner, id);
  }

  async list(token: Token, filter: Omit<TaskFilter, 'owner'>): Promise<VideoTask[]> {
    return this.tasks.list({ ...filter, owner: token.owner });
  }

  /** Cancels a task: immediately if it was not submitted, otherwise the worker does. */
  async cancel(token: Pick<Token, 'owner'>, id: string, effects?: TransactionEffect): Promise<VideoTask> {
    const { outcomes } = this;
    // Throws if the task belongs to another owner.
    await this.find(token, id);
    const ended = await outcomes.fail({ id, submitAttempt: 0 }, FAILURES.cancelled, {
      from: 'accepted',
      effects,
    });
    if (ended !== undefined) return ended;
    const requested = await outcomes.apply(
      { id },
      {
        from: ['accepted', 'submitting', 'submit-unknown', 'polling'],
        at: { cancel_requested_at: 0, next_run_at: 0 },
        event: { kind: 'cancel-requested' },
        unlessCancelled: true,
        effects,
      },
    );
    if (requested !== undefined) this.wakeUps.wake(id);
    const task = requested ?? (await this.find(token, id));
    if (task.cancelRequestedAt === undefined) throwFinished(task);
    return task;
  }

  /** Deletes a finished task and its video. */
  async delete(token: Token, id: string): Promise<VideoTask> {
    const task = await this.find(token, id);
    if (!isFinished(task)) {
      throw new GatewayError('wrong-state', 'The task is not finished. Cancel it before you delete it.', {
        param: 'task_id',
        code: 'task_not_finished',
      });
    }
    await this.tasks.delete(token.owner, id);
    if (task.result !== undefined) await this.media.delete(task.result.id, task.result.extension);
    return task;
  }
}

/** Throws if the task has ended before it could be cancelled. */
function throwFinished({ status, error }: VideoTask): void {
  if (error?.code === FAILURES.cancelled.code) return;
  const state = status === 'in_progress' ? 'about to be completed' : status;
  throw new GatewayError('wrong-state', `The task is ${state} and can no longer be cancelled.`, {
    param: 'task_id',
    code: 'task_finished',
  });
}
