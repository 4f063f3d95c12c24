import { Controller, Get, Res } from '@nestjs/common';
import { Access } from '#http-edge';
import { type FastifyReply } from 'fastify';
import { Drain } from '#http-edge';

@Controller()
@Access('public')
export class HealthController {
  constructor(private readonly drain: Drain) {}

  @Get('/healthz')
  alive(): object {
    return { status: 'ok' };
  }

  @Get('/readyz')
  ready(@Res() reply: FastifyReply): void {
    const isReady = !this.drain.isDraining;
    void reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'draining' });
  }
}
