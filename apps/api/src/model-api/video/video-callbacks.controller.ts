import { GatewayError } from '#canonical';
import { Access, readJsonBody } from '#http-edge';
import { TaskCallbacks } from '#video-tasks';
import { Controller, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { BodyLimits } from '../../http/body-limits.js';

const MAX_BODY_BYTES = 1024 * 1024;
/** A body with a challenge has no other content. */
const MAX_CHALLENGE_BYTES = 4096;

/**
 * Video services call this when the status of a video changes. The signature in the URL, which only the service knows, is the
 * credential. The status is read from the API of the service. Of the body only the challenge is used, by which some services verify
 * the URL.
 */
@Controller('/v1/video/callbacks')
@Access('public')
export class VideoCallbacksController {
  constructor(
    private readonly callbacks: TaskCallbacks,
    private readonly limits: BodyLimits,
  ) {}

  @Post('/:id/:signature')
  @HttpCode(200)
  async receive(
    @Param('id') id: string,
    @Param('signature') signature: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ challenge?: string }> {
    if (!(await this.callbacks.receive(id, signature))) {
      throw new GatewayError('resource-not-found', 'The URL does not exist.');
    }
    const { memory } = this.limits;
    const body = await readJsonBody(request, reply, { maxBytes: MAX_BODY_BYTES, memory });
    return findChallenge(body);
  }
}

function findChallenge(body: Buffer): { challenge?: string } {
  if (body.length > MAX_CHALLENGE_BYTES) return {};
  try {
    const { challenge } = JSON.parse(body.toString('utf8')) as { challenge?: unknown };
    return typeof challenge === 'string' ? { challenge } : {};
  } catch {
    // The body has another format.
    return {};
  }
}
