import { Controller, Post, Req, Res } from '@nestjs/common';
import { Access } from '#http-edge';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { ModelRequests } from './model-requests.js';

@Controller()
@Access('token')
export class TranscriptionsController {
  constructor(private readonly requests: ModelRequests) {}

  @Post('/v1/audio/transcriptions')
  async transcribe(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.requests.serveForm('openai-transcriptions', request, reply);
  }

  @Post('/v1/audio/translations')
  async translate(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.requests.serveForm('openai-audio-translations', request, reply);
  }
}
