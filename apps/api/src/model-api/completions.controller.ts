import { Controller, Req, Res } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { RelayRoute } from './relay-route.js';
import { ModelRequests } from './model-requests.js';

@Controller()
export class CompletionsController {
  constructor(private readonly requests: ModelRequests) {}

  @RelayRoute('/v1/completions', 'openai-completions')
  async create(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.requests.relay('openai-completions', request, reply);
  }
}
