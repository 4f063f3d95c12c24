import { Controller, Post, Req, Res } from '@nestjs/common';
import { Access } from '#http-edge';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { RelayRoute } from './relay-route.js';
import { ModelRequests } from './model-requests.js';
import { TokenCounts } from './token-counts.js';
import { checkVersionHeader } from './version-header.js';

@Controller()
@Access('token')
export class MessagesController {
  constructor(
    private readonly requests: ModelRequests,
    private readonly counts: TokenCounts,
  ) {}

  @RelayRoute('/v1/messages', 'anthropic-messages')
  async create(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.requests.relay('anthropic-messages', request, reply);
  }

  @Post('/v1/messages/count_tokens')
  async count(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    checkVersionHeader(request);
    await this.counts.answer('anthropic-messages', request, reply);
  }
}
