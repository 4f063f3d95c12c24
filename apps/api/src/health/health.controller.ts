import { SchemaCheck } from '#database';
import { Access, Drain } from '#http-edge';
import { Controller, Get, Res } from '@nestjs/common';
import { type FastifyReply } from 'fastify';

@Controller()
@Access('public')
export class HealthController {
  constructor(
    private readonly drain: Drain,
    private readonly schema: SchemaCheck,
  ) {}

  @Get('/healthz')
  alive(): object {
    return { status: 'ok' };
  }

  @Get('/readyz')
  ready(@Res() reply: FastifyReply): void {
    const { faults } = this.schema;
    if (this.drain.isDraining) void reply.code(503).send({ status: 'draining' });
    else if (faults.length > 0) void reply.code(503).send({ status: 'schema_mismatch', faults });
    else void reply.send({ status: 'ready' });
  }
}
