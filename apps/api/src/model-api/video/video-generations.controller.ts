import { Controller, Get, Head, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { type JsonObject } from '#canonical';
import { Access } from '#http-edge';
import { MediaStore } from '#media';
import { type VideoTask, VideoTasks } from '#video-tasks';
import { decodeVideoGeneration, encodeCreatedTask, encodeTask } from '#wire';
import { Unlimited } from '../../http/access.guard.js';
import { getToken } from '../get-token.js';
import { checkTaskId, listTasks } from './list-tasks.js';
import { TaskEvents } from './task-events.js';
import { type VideoEndpoint, VideoHandler } from './video-handler.js';
import { buildVideoLink } from './video-link.js';

const ENDPOINT: VideoEndpoint = {
  route: 'POST /v1/video/generations',
  format: 'video-generations',
  decode: decodeVideoGeneration,
};

/** Video tasks in the format of the gateway. */
@Controller('/v1/video/generations')
@Access('token')
export class VideoGenerationsController {
  constructor(
    private readonly handler: VideoHandler,
    private readonly tasks: VideoTasks,
    private readonly taskEvents: TaskEvents,
    private readonly media: MediaStore,
  ) {}

  @Post()
  @HttpCode(200)
  async create(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    const { task } = await this.handler.createTask(ENDPOINT, request, reply);
    return encodeCreatedTask(task);
  }

  @Get()
  async list(@Req() request: FastifyRequest): Promise<JsonObject> {
    const encode = (task: VideoTask): JsonObject => this.encode(task);
    return listTasks(this.tasks, getToken(request), { query: request.query, encode });
  }

  @Get('/:id')
  async retrieve(@Param('id') id: string, @Req() request: FastifyRequest): Promise<JsonObject> {
    return this.encode(await this.find(id, request));
  }

  @Post('/:id/cancel')
  @Unlimited(true)
  @HttpCode(200)
  async cancel(@Param('id') id: string, @Req() request: FastifyRequest): Promise<JsonObject> {
    return this.encode(await this.tasks.cancel(getToken(request), checkTaskId(id)));
  }

  /** Declared before GET, because Fastify would otherwise add a HEAD route that streams the events. */
  @Head('/:id/events')
  async describeEvents(@Param('id') id: string, @Req() request: FastifyRequest): Promise<void> {
    await this.find(id, request);
  }

  @Get('/:id/events')
  async events(
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const task = await this.find(id, request);
    await this.taskEvents.show({ token: getToken(request), task }, request, reply);
  }

  private async find(id: string, request: FastifyRequest): Promise<VideoTask> {
    return this.tasks.find(getToken(request), checkTaskId(id));
  }

  private encode(task: VideoTask): JsonObject {
    return encodeTask(task, buildVideoLink(task, this.media));
  }
}
