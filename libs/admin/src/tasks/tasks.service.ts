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
import { getOwnerScope } from '#rights';
import { type Caller } from '../access/caller.js';
import { AuditTrail } from '../audit/audit-trail.js';
import { notFound } from '../input/id-param.js';
import { type TaskDetailView, type TaskListQuery, type TaskView } from './task.dto.js';
import { TaskTokens } from './task-tokens.js';
import { getStatus, viewTask, viewTaskDetail } from './task-view.js';

const NO_BODY = new Uint8Array();

type StoredImage = Extract<KeptImage, { kind: 'stored' }>;
type LinkedImage = Extract<KeptImage, { kind: 'url' }>;

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
    return mapPage(await this.rows.list(query, getOwnerScope(principal)), viewTask);
  }

  async show(caller: Caller, id: string): Promise<TaskDetailView> {
    const task = await this.requireTask(caller, id);
    return viewTaskDetail(task, await this.rows.findHistory(id), this.media);
  }

  async video(caller: Caller, id: string): Promise<Video> {
    return openVideo(await this.requireTask(caller, id), { store: this.media, param: 'id' });
  }

  /** A task that no worker has started ends immediately. Any other task is ended by its worker. */
  async cancel(caller: Caller, id: string): Promise<TaskDetailView> {
    const { owner } = await this.requireTask(caller, id);
    await this.tasks.cancel({ owner }, id, (transaction) =>
      this.audit.record(transaction, caller, { action: 'task.cancel', subject: { type: 'task', id } }),
    );
    return this.show(caller, id);
  }

  /** Creates a new task of the same request. It counts, is charged and can be refused like any other request of its token. */
  async retry(caller: Caller, id: string): Promise<TaskDetailView> {
    const task = await this.requireTask(caller, id);
    refuseUnlessFailed(task);
    const token = await this.tokens.require(task);
    const startedAt = performance.now();
    try {
      return await this.show(caller, await this.repeat(caller, task, token));
    } catch (error) {
      this.tokens.noteRefusal(caller, { task, error, durationMs: performance.now() - startedAt });
      throw error;
    }
  }

  private async repeat(caller: Caller, { id, request, webhook_url: url }: TaskRow, token: Token) {
    const admitted = await this.tokens.admit(token, id);
    let images: KeptImage[] = [];
    try {
      images = await copyImages(request.images, this.media, token.owner);
      const { task } = await this.tasks.accept({
        admitted,
        request: { ...request, images, retryOf: id },
        route: 'POST /api/tasks/:id/retry',
        body: NO_BODY,
        webhookUrl: url ?? undefined,
        also: async (transaction, { id: retryId }) => {
          if (await this.rows.hasOtherRetry(transaction, id, retryId)) throw createAlreadyRetriedError();
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

  private async requireTask({ principal }: Caller, id: string): Promise<TaskRow> {
    const task = await this.rows.find(id, getOwnerScope(principal));
    if (task === undefined) throw notFound('task');
    return task;
  }
}

function refuseUnlessFailed(task: TaskRow): void {
  const status = getStatus(task);
  if (status === 'failed' || status === 'cancelled') return;
  throw new GatewayError(
    'wrong-state',
    `The task is ${status}. Only failed or cancelled tasks can be retried.`,
    { code: 'task_not_failed' },
  );
}

function createAlreadyRetriedError(): GatewayError {
  return new GatewayError('wrong-state', 'A retry of this task is already in progress.', {
    code: 'task_being_retried',
  });
}

/** Copies the images, because those of a task are deleted with it. If one copy fails, deletes the others. */
async function copyImages(
  images: readonly KeptImage[],
  media: MediaStore,
  owner: string,
): Promise<KeptImage[]> {
  const copies: KeptImage[] = [];
  try {
    for (const image of images)
      copies.push(image.kind === 'url' ? omitCopy(image) : await copyOne(image, media, owner));
    return copies;
  } catch (error) {
    await discardCopies(copies, media);
    throw error;
  }
}

/** The download of a link is deleted with its task. */
function omitCopy({ copy: _copy, ...image }: LinkedImage): LinkedImage {
  return image;
}

/** Copies that cannot be deleted now are deleted by maintenance when they expire. */
async function discardCopies(copies: readonly KeptImage[], media: MediaStore): Promise<void> {
  const stored = copies.filter((copy) => copy.kind === 'stored');
  await Promise.allSettled(stored.map(({ id, extension }) => media.delete(id, extension)));
}

async function copyOne(image: StoredImage, media: MediaStore, owner: string): Promise<StoredImage> {
  const name = parseMediaName(`${image.id}.${image.extension}`);
  const file = name === undefined ? undefined : await media.open(name.id, name.extension);
  if (name === undefined || file === undefined) {
    throw new GatewayError('wrong-state', 'An image of this task is no longer stored. Create a new task.');
  }
  const { extension } = name;
  const { id } = await media.save(await file.read(), { extension, maxBytes: file.sizeBytes, owner });
  return { ...image, id };
}
