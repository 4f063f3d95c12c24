import { GatewayError, type JsonObject } from '#canonical';
import { PublicUrl } from '#config';
import { type VideoTask, VideoTasks } from '#video-tasks';
import { decodeGeminiVideo, encodeOperation, encodeStartedOperation } from '#wire';
import { Injectable } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { getToken } from '../get-token.js';
import { checkTaskId } from './list-tasks.js';
import { VideoHandler } from './video-handler.js';

/** Removed from the id of a task to get its file name: Gemini's clients accept only lower-case letters and digits. */
const ID_PREFIX = 'video_';
const FILE = /^([a-z0-9]{1,64}):download$/;

/** Video tasks as Gemini's operations, and videos as its files. */
@Injectable()
export class VideoOperations {
  constructor(
    private readonly handler: VideoHandler,
    private readonly tasks: VideoTasks,
    private readonly publicUrl: PublicUrl,
  ) {}

  async start(model: string, request: FastifyRequest, reply: FastifyReply): Promise<JsonObject> {
    const { task } = await this.handler.createTask(
      {
        route: `POST models/${model}:predictLongRunning`,
        format: 'gemini-videos',
        decode: (content) => decodeGeminiVideo(content, model),
      },
      request,
      reply,
    );
    return encodeStartedOperation(task);
  }

  async show(id: string, model: string | undefined, request: FastifyRequest): Promise<JsonObject> {
    const task = await this.tasks.find(getToken(request), checkTaskId(id));
    if (model !== undefined && model !== task.model) throw notFound();
    return encodeOperation(task, this.getFile(task));
  }

  /**
   * Finds the task of a file. Only the end of the path is read: if the URL of the gateway has no https, Google's library sends
   * the complete URI as the name.
   */
  async findByFile(path: string, request: FastifyRequest): Promise<VideoTask> {
    const [, id] = FILE.exec(path.slice(path.lastIndexOf('/') + 1)) ?? [];
    if (id === undefined) throw notFound();
    return this.tasks.find(getToken(request), `${ID_PREFIX}${id}`);
  }

  private getFile({ id, result }: VideoTask): { uri: string; mediaType: string } | undefined {
    if (result === undefined) return undefined;
    const path = `/v1beta/files/${id.slice(ID_PREFIX.length)}:download?alt=media`;
    return { uri: `${this.publicUrl.current}${path}`, mediaType: `video/${result.extension}` };
  }
}

function notFound(): GatewayError {
  return new GatewayError('resource-not-found', 'The operation or file does not exist.', {
    param: 'name',
    code: 'task_not_found',
  });
}
