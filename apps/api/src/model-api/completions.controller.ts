import { Controller, Post, Req, Res } from '@nestjs/common';
import { Access } from '#http-edge';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { ModelRequests } from './model-requests.js';

@Controller()
@Access('token')
export class CompletionsController {
  constructor(private readonly requests: ModelRequests) {}

  @Post('/v1/completions')
  async create(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.requests.relay('openai-completions', request, reply);
  }
}
