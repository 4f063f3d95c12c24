import { type Token } from '#access';
import { GatewayError } from '#canonical';
import { type Page, mapPage } from '#database';
import { MediaStore, parseMediaName } from '#media';
import {
  type Video,
  TaskListRepository,
  type TaskRow,
  VideoTasks,
  openVideo,
  type KeptImage,
} from '#video-tasks';
import { Injectable } from '@nestjs/common';
import { confinedTo } from '#rights';
import { type Caller } from '../access/caller.js';
import { AuditTrail } from '../audit/audit-trail.js';
import { notFound } from '../input/id-param.js';
import { type TaskDetailView, type TaskListQuery, type TaskView } from './task.dto.js';
import { TaskTokens } from './task-tokens.js';
import { getStatus, viewTask, viewTaskDetail } from './task-view.js';

const NO_BODY = new Uint8Array();

type StoredImage = Extract<KeptImage, { kind: 'stored' }>;

@Injectable()
export class TasksService {
  constructor(
    private readonly rows: TaskListRepository,
    private readonly tasks: VideoTasks,
    private readonly tokens: TaskTokens,
    private readonly media: MediaStore,
    private readonly audit: AuditTrail,
  ) {}

  async list({ principal }: Caller, query: TaskListQuery): Promise<Page<TaskView>> {
    return mapPage(await this.rows.list(query, confinedTo(principal)), viewTask);
  }

  async show(caller: Caller, id: string): Promise<TaskDetailView> {
    const task = await this.require(caller, id);
    return viewTaskDetail(task, await this.rows.findHistory(id), this.media);
  }

  async video(caller: Caller, id: string): Promise<Video> {
    return openVideo(await this.require(caller, id), { store: this.media, param: 'id' });
  }

  /** One that nobody has begun ends at once; for any other the worker sees to it. */
  async cancel(caller: Caller, id: string): Promise<TaskDetailView> {
    const { owner } = await this.require(caller, id);
    await this.tasks.cancel({ owner }, id, (transaction) =>
      this.audit.record(transaction, caller, { action: 'task.cancel', subject: { type: 'task', id } }),
    );
    return this.show(caller, id);
  }

  /** The same request as a new task, which counts and is paid like any other. */
  async retry(caller: Caller, id: string): Promise<TaskDetailView> {
    const task = await this.require(caller, id);
    refuseUnlessFailed(task);
    const token = await this.tokens.require(task);
    const retryId = await this.repeat(caller, task, token);
    return this.show(caller, retryId);
  }

  private async repeat(caller: Caller, { id, request, webhook_url: url }: TaskRow, token: Token) {
    const admitted = await this.tokens.admit(token, id);
    let images: KeptImage[] = [];
    try {
      images = await copyImages(request.images, this.media, token.owner);
      const { task } = await this.tasks.accept({
        token,
        admitted,
        request: { ...request, images, retryOf: id, traceparent: undefined },
        route: 'POST /api/tasks/:id/retry',
        body: NO_BODY,
        webhookUrl: url ?? undefined,
        also: async (transaction, { id: retryId }) => {
          if (await this.rows.hasOtherRetry(transaction, id, retryId)) throw beingRetried();
          await this.audit.record(transaction, caller, {
            action: 'task.retry',
            subject: { type: 'task', id },
            changes: { retried_as: { from: null, to: retryId } },
          });
        },
      });
      return task.id;
    } catch (error) {
      await discardCopies(images, this.media);
      throw error;
    } finally {
      admitted.settle();
    }
  }

  private async require({ principal }: Caller, id: string): Promise<TaskRow> {
    const task = await this.rows.find(id, confinedTo(principal));
    if (task === undefined) throw notFound('task');
    return task;
  }
}

function refuseUnlessFailed(task: TaskRow): void {
  const status = getStatus(task);
  if (status === 'failed' || status === 'cancelled') return;
  throw new GatewayError(
    'wrong-state',
    `The task is ${status}. Only a task that has failed or was cancelled can be repeated.`,
    { code: 'task_not_failed' },
  );
}

function beingRetried(): GatewayError {
  return new GatewayError('wrong-state', 'The order of this task is being repeated already.', {
    code: 'task_being_retried',
  });
}

/** The same images once more: those of a task go with it, which must not take another's away. All or none. */
async function copyImages(
  images: readonly KeptImage[],
  media: MediaStore,
  owner: string,
): Promise<KeptImage[]> {
  const copies: KeptImage[] = [];
  try {
    for (const image of images)
      copies.push(image.kind === 'url' ? image : await copyOne(image, media, owner));
    return copies;
  } catch (error) {
    await discardCopies(copies, media);
    throw error;
  }
}

/** What cannot be removed now goes when its time is over, like any other file. */
async function discardCopies(copies: readonly KeptImage[], media: MediaStore): Promise<void> {
  const stored = copies.filter((copy) => copy.kind === 'stored');
  await Promise.allSettled(stored.map(({ id, extension }) => media.delete(id, extension)));
}

async function copyOne(image: StoredImage, media: MediaStore, owner: string): Promise<StoredImage> {
  const name = parseMediaName(`${image.id}.${image.extension}`);
  const file = name === undefined ? undefined : await media.open(name.id, name.extension);
  if (name === undefined || file === undefined) {
    throw new GatewayError(
      'wrong-state',
      'An image of this task is no longer stored. Request the video again.',
    );
  }
  const { extension } = name;
  const { id } = await media.save(await file.read(), { extension, maxBytes: file.sizeBytes, owner });
  return { ...image, id };
}
