import { Controller, Post, Req, Res } from '@nestjs/common';
import { Access } from '#http-edge';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { ModelRequests } from './model-requests.js';

@Controller()
@Access('token')
export class SpeechController {
  constructor(private readonly requests: ModelRequests) {}

  @Post('/v1/audio/speech')
  async create(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.requests.serve('openai-speech', request, reply);
  }
}
