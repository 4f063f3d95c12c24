import { Controller, Delete, Get, Head, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { GatewayError, type JsonObject } from '#canonical';
import { Access } from '#http-edge';
import { MediaStore } from '#media';
import { type VideoTask, VideoTasks } from '#video-tasks';
import { decodeVideosCreate, encodeCreatedVideo, encodeDeletedVideo, encodeVideo } from '#wire';
import { getToken } from '../get-token.js';
import { ImageInputStore } from './image-input-store.js';
import { checkTaskId, listTasks } from './list-tasks.js';
import { type VideoEndpoint, VideoHandler } from './video-handler.js';
import { buildVideoLink } from './video-link.js';
import { VideoSender } from './video-sender.js';

const ENDPOINT: VideoEndpoint = {
  route: 'POST /v1/videos',
  format: 'openai-videos',
  decode: decodeVideosCreate,
};

/** Video tasks in the format of OpenAI's client libraries. */
@Controller('/v1/videos')
@Access('token')
export class VideosController {
  constructor(
    private readonly handler: VideoHandler,
    private readonly tasks: VideoTasks,
    private readonly videos: VideoSender,
    private readonly inputs: ImageInputStore,
    private readonly media: MediaStore,
  ) {}

  @Post()
  @HttpCode(200)
  async create(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    const { task } = await this.handler.createTask(ENDPOINT, request, reply);
    return encodeCreatedVideo(task);
  }

  /** Creates a variation of a video. */
  @Post('/:id/remix')
  @HttpCode(200)
  async remix(
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    const endpoint = { ...ENDPOINT, route: `POST /v1/videos/${id}/remix`, remixOf: checkTaskId(id) };
    const { task } = await this.handler.createTask(endpoint, request, reply);
    return encodeCreatedVideo(task);
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

  @Delete('/:id')
  async remove(@Param('id') id: string, @Req() request: FastifyRequest): Promise<JsonObject> {
    const task = await this.tasks.delete(getToken(request), checkTaskId(id));
    await this.inputs.discard(task.request.images);
    return encodeDeletedVideo(task.id);
  }

  /** Declared before GET, because Fastify would otherwise add a HEAD route that reads the complete video. */
  @Head('/:id/content')
  async describeContent(
    @Param('id') id: string,
    @Query('variant') variant: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    checkVariant(variant);
    await this.videos.describe(await this.find(id, request), reply);
  }

  @Get('/:id/content')
  async content(
    @Param('id') id: string,
    @Query('variant') variant: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    checkVariant(variant);
    await this.videos.send(await this.find(id, request), request, reply);
  }

  private async find(id: string, request: FastifyRequest): Promise<VideoTask> {
    return this.tasks.find(getToken(request), checkTaskId(id));
  }

  private encode(task: VideoTask): JsonObject {
    return encodeVideo(task, buildVideoLink(task, this.media));
  }
}

function checkVariant(variant: unknown): void {
  if (variant === undefined || variant === '' || variant === 'video') return;
  throw new GatewayError('invalid-value', '"variant" must be "video": other variants are not stored.', {
    param: 'variant',
  });
}
