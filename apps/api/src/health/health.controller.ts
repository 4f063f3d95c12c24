import { ClockWatch, SchemaCheck } from '#database';
import { Access, Drain } from '#http-edge';
import { Controller, Get, Res } from '@nestjs/common';
import { type FastifyReply } from 'fastify';

const RETRY_AFTER_SECONDS = '1';

@Controller()
@Access('public')
export class HealthController {
  constructor(
    private readonly drain: Drain,
    private readonly schema: SchemaCheck,
    private readonly clock: ClockWatch,
  ) {}

  @Get('/healthz')
  alive(): object {
    return { status: 'ok' };
  }

  /** With a wrong clock the process is still ready: if all machines had one, no process would be left. */
  @Get('/readyz')
  ready(@Res() reply: FastifyReply): void {
    const { faults } = this.schema;
    if (this.drain.isDraining) this.refuse(reply, { status: 'draining' });
    else if (faults.length > 0) this.refuse(reply, { status: 'schema_mismatch', faults });
    else if (this.clock.isHarmful) void reply.send({ status: 'degraded', reasons: ['clock'] });
    else void reply.send({ status: 'ready' });
  }

  private refuse(reply: FastifyReply, body: object): void {
    void reply.code(503).header('retry-after', RETRY_AFTER_SECONDS).send(body);
  }
}
