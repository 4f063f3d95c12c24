import { GatewayError } from '#canonical';
import { Access, readJsonBody } from '#http-edge';
import { TaskCallbacks } from '#video-tasks';
import { Controller, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { BodyLimits } from '../../http/body-limits.js';

const MAX_BODY_BYTES = 1024 * 1024;
/** A challenge is all that such a body has in it. */
const MAX_CHALLENGE_BYTES = 4096;

/**
 * Services that make videos say here that one has come further. The address, which only the service was told, is their
 * credential. Of what they say only a challenge is read, by which some find out whether anybody listens.
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
  async hear(
    @Param('id') id: string,
    @Param('signature') signature: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ challenge?: string }> {
    if (!(await this.callbacks.hear(id, signature))) {
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
    // Whatever else it says is not read.
    return {};
  }
}
