import { TokenDirectory } from '#access';
import { Access } from '#http-edge';
import { readSessionId } from '#relay';
import { ResponsesService } from '#responses';
import { Controller, Get, Req, Res } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { Unlimited } from '../../http/access.guard.js';
import { BodyLimits } from '../../http/body-limits.js';
import { RealtimeEntryPoint } from '../../realtime/realtime-entry-point.js';
import { getToken } from '../get-token.js';
import { ResponsesSession } from './responses-session.js';

/** `/v1/responses` over a WebSocket. */
@Controller('/v1/responses')
@Access('session')
export class ResponsesSocketController {
  constructor(
    private readonly entryPoint: RealtimeEntryPoint,
    private readonly responses: ResponsesService,
    private readonly tokens: TokenDirectory,
    private readonly limits: BodyLimits,
  ) {}

  /** The connection counts among the sockets of its token, and each message on it as a request. */
  @Get()
  @Unlimited(true)
  async connect(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const token = getToken(request);
    const { headers, id: requestId, exchange } = request;
    Object.assign(exchange.record, {
      operation: 'responses-session',
      format: 'openai-responses',
      costMicroUsd: 0,
      sessionId: readSessionId(headers),
    });
    const options = {
      requestId,
      headers,
      getToken: () => this.tokens.findCurrent(token) ?? token,
      memory: this.limits.memory,
      responses: this.responses,
    };
    await this.entryPoint.openForRequests(request, reply, {
      prepared: { start: (client, host) => new ResponsesSession(options, client, host) },
      surface: 'responses-socket',
      maxFrameBytes: this.limits.maxJsonBytes,
    });
  }
}
