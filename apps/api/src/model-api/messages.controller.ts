import { Controller, Post, Req, Res } from '@nestjs/common';
import { Access } from '#http-edge';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { TokenCounts } from './token-counts.js';
import { checkVersionHeader } from './version-header.js';

@Controller()
@Access('token')
export class MessagesController {
  constructor(private readonly counts: TokenCounts) {}

  @Post('/v1/messages/count_tokens')
  async count(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    checkVersionHeader(request);
    await this.counts.respond('anthropic-messages', request, reply);
  }
}
