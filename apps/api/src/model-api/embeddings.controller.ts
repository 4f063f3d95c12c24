import { Controller, Post, Req, Res } from '@nestjs/common';
import { Access } from '#http-edge';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { ModelRequests } from './model-requests.js';

@Controller()
@Access('token')
export class EmbeddingsController {
  constructor(private readonly requests: ModelRequests) {}

  @Post('/v1/embeddings')
  async create(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.requests.serve('openai-embeddings', request, reply);
  }
}
