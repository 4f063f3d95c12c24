import { describeMedia, sendMedia } from '#http-edge';
import { type MediaStore } from '#media';
import { type Film, type VideoTask, openFilm } from '#video-tasks';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { type Drain } from '../../http/drain.js';

/** Films, for whoever holds the token that they belong to. */
export class FilmSender {
  constructor(
    private readonly store: Pick<MediaStore, 'open'>,
    private readonly drain: Drain,
  ) {}

  async describe(task: VideoTask, reply: FastifyReply): Promise<void> {
    describeMedia(reply, await this.open(task));
  }

  async send(task: VideoTask, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await sendMedia(request, reply, await this.open(task), { signal: this.drain.signal });
  }

  private open(task: VideoTask): Promise<Film> {
    return openFilm(task, { store: this.store, param: 'task_id' });
  }
}
