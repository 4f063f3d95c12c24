import { Drain, describeMedia, sendMedia } from '#http-edge';
import { MediaStore } from '#media';
import { type Video, type VideoTask, openVideo } from '#video-tasks';
import { Injectable } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';

/** Sends the videos of tasks. The caller has checked that the token can access the task. */
@Injectable()
export class VideoSender {
  constructor(
    private readonly store: MediaStore,
    private readonly drain: Drain,
  ) {}

  async describe(task: VideoTask, reply: FastifyReply): Promise<void> {
    describeMedia(reply, await this.open(task));
  }

  async send(task: VideoTask, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await sendMedia(request, reply, await this.open(task), { signal: this.drain.signal });
  }

  private open(task: VideoTask): Promise<Video> {
    return openVideo(task, { store: this.store, param: 'task_id' });
  }
}
