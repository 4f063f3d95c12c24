import { Controller, Get, Head, Param, Req, Res } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { type JsonObject } from '#canonical';
import { Access } from '#http-edge';
import { VideoOperations } from './video-operations.js';
import { VideoSender } from './video-sender.js';

const FILES = ['/v1beta/files/*', '/v1alpha/files/*'];

/** Video tasks in the format of Google's client libraries. `models/{model}:predictLongRunning` creates them. */
@Controller()
@Access('token')
export class VideoOperationsController {
  constructor(
    private readonly operations: VideoOperations,
    private readonly videos: VideoSender,
  ) {}

  @Get(['/v1beta/models/:model/operations/:id', '/v1alpha/models/:model/operations/:id'])
  retrieve(
    @Param('model') model: string,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
  ): Promise<JsonObject> {
    return this.operations.show(id, model, request);
  }

  @Get(['/v1beta/operations/:id', '/v1alpha/operations/:id'])
  retrieveById(@Param('id') id: string, @Req() request: FastifyRequest): Promise<JsonObject> {
    return this.operations.show(id, undefined, request);
  }

  /** Declared before GET, because Fastify would otherwise add a HEAD route that reads the complete video. */
  @Head(FILES)
  async describe(
    @Param('*') path: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.videos.describe(await this.operations.findByFile(path, request), reply);
  }

  @Get(FILES)
  async download(
    @Param('*') path: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.videos.send(await this.operations.findByFile(path, request), request, reply);
  }
}
