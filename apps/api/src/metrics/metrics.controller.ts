import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { CONFIG, type Config } from '#config';
import { Access, requireScraper } from '#http-edge';
import { Metrics } from '#telemetry';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { MetricsExposition } from './metrics-exposition.js';

/** Public for the guard, which checks only API tokens. `requireScraper` checks the access to the metrics. */
@Controller()
@Access('public')
export class MetricsController {
  constructor(
    private readonly exposition: MetricsExposition,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get('/metrics')
  async show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { ip, headers, socket } = request;
    requireScraper(
      { socketAddress: socket.remoteAddress, clientAddress: ip, headers },
      this.config.http.metricsToken,
    );
    const text = await this.exposition.expose();
    void reply.headers({ 'content-type': Metrics.contentType, 'cache-control': 'no-store' }).send(text);
  }
}
