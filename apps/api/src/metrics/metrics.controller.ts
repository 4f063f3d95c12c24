import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { Access } from '#http-edge';
import { Metrics } from '#telemetry';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { METRICS_PARTS, type MetricsParts } from './metrics-parts.js';
import { requireScraper } from './require-scraper.js';

/** Public to the guard, which knows API tokens only: who may scrape is decided here. */
@Controller()
@Access('public')
export class MetricsController {
  constructor(@Inject(METRICS_PARTS) private readonly parts: MetricsParts) {}

  @Get('/metrics')
  async show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { ip, headers, socket } = request;
    requireScraper({ socketAddress: socket.remoteAddress, clientAddress: ip, headers }, this.parts.token);
    const text = await this.parts.expose();
    void reply.headers({ 'content-type': Metrics.contentType, 'cache-control': 'no-store' }).send(text);
  }
}
