import { Controller, Post, Req, Res } from '@nestjs/common';
import { Access } from '#http-edge';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { ModelRequests } from './model-requests.js';

@Controller()
@Access('token')
export class ImagesController {
  constructor(private readonly requests: ModelRequests) {}

  /** A form contains the images; JSON has links to them. */
  @Post('/v1/images/edits')
  async edit(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const isForm = /^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '');
    if (isForm) await this.requests.serveForm('openai-image-edits', request, reply);
    else await this.requests.serve('openai-image-edits', request, reply);
  }
}
