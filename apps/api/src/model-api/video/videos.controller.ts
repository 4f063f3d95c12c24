import { Controller, Delete, Get, Head, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { GatewayError, type JsonObject } from '#canonical';
import { Access } from '#http-edge';
import { MediaStore } from '#media';
import { type VideoTask, VideoTasks } from '#video-tasks';
import { decodeVideosCreate, encodeCreatedVideo, encodeDeletedVideo, encodeVideo } from '#wire';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { tokenOf } from '../token-of.js';
import { filmLinkOf } from './film-link.js';
import { FilmSender } from './film-sender.js';
import { ImageInputStore } from './image-input-store.js';
import { listTasks } from './list-tasks.js';
import { checkTaskId } from './task-id.js';
import { type VideoCounter, VideoDesk } from './video-desk.js';

const COUNTER: VideoCounter = {
  route: 'POST /v1/videos',
  format: 'openai-videos',
  decode: decodeVideosCreate,
};

/** The same tasks, in the shape that OpenAI's client libraries know. */
@Controller('/v1/videos')
@Access('token')
export class VideosController {
  constructor(
    private readonly desk: VideoDesk,
    private readonly tasks: VideoTasks,
    private readonly films: FilmSender,
    private readonly inputs: ImageInputStore,
    private readonly media: MediaStore,
  ) {}

  @Post()
  @HttpCode(200)
  async create(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    const { task } = await this.desk.take(COUNTER, request, reply);
    return encodeCreatedVideo(task);
  }

  @Get()
  async list(@Req() request: FastifyRequest): Promise<JsonObject> {
    const encode = (task: VideoTask): JsonObject => this.encode(task);
    return listTasks(this.tasks, tokenOf(request), { query: request.query, encode });
  }

  @Get('/:id')
  async retrieve(@Param('id') id: string, @Req() request: FastifyRequest): Promise<JsonObject> {
    return this.encode(await this.find(id, request));
  }

  @Delete('/:id')
  async remove(@Param('id') id: string, @Req() request: FastifyRequest): Promise<JsonObject> {
    const task = await this.tasks.delete(tokenOf(request), checkTaskId(id));
    await this.inputs.discard(task.request.images);
    return encodeDeletedVideo(task.id);
  }

  /** Stands before GET, for which a HEAD that reads the whole film would be made up otherwise. */
  @Head('/:id/content')
  async describeContent(
    @Param('id') id: string,
    @Query('variant') variant: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    checkVariant(variant);
    await this.films.describe(await this.find(id, request), reply);
  }

  @Get('/:id/content')
  async content(
    @Param('id') id: string,
    @Query('variant') variant: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    checkVariant(variant);
    await this.films.send(await this.find(id, request), request, reply);
  }

  private async find(id: string, request: FastifyRequest): Promise<VideoTask> {
    return this.tasks.find(tokenOf(request), checkTaskId(id));
  }

  private encode(task: VideoTask): JsonObject {
    return encodeVideo(task, filmLinkOf(task, this.media));
  }
}

function checkVariant(variant: unknown): void {
  if (variant === undefined || variant === '' || variant === 'video') return;
  throw new GatewayError('invalid-value', '"variant" must be video; nothing else of a film is kept.', {
    param: 'variant',
  });
}
