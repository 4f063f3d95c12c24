import { Controller, Post, Req, Res } from '@nestjs/common';
import { Access } from '#http-edge';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { ModelRequests } from './model-requests.js';

@Controller()
@Access('token')
export class RerankController {
  constructor(private readonly requests: ModelRequests) {}

  @Post('/v1/rerank')
  async rank(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.requests.serve('jina-rerank', request, reply);
  }

  @Post('/v2/rerank')
  async rankWithoutDocuments(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.requests.serve('cohere-rerank', request, reply);
  }
}
