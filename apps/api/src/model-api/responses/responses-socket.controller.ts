import { Access } from '#http-edge';
import { readSessionId } from '#relay';
import { ResponsesService } from '#responses';
import { Controller, Get, Req, Res } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { Unlimited } from '../../http/access.guard.js';
import { BodyLimits } from '../../http/body-limits.js';
import { RealtimeEntryPoint } from '../../realtime/realtime-entry-point.js';
import { getToken } from '../get-token.js';
import { RememberedConversations } from './remembered-conversations.js';
import { ResponsesSession } from './responses-session.js';

/** `/v1/responses` over a WebSocket. */
@Controller('/v1/responses')
@Access('session')
export class ResponsesSocketController {
  constructor(
    private readonly entryPoint: RealtimeEntryPoint,
    private readonly responses: ResponsesService,
    private readonly limits: BodyLimits,
    private readonly conversations: RememberedConversations,
  ) {}

  /** The connection counts as a socket of its token, and each message as a request. */
  @Get()
  @Unlimited(true)
  async connect(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { headers, id: requestId, requestContext } = request;
    Object.assign(requestContext.record, {
      operation: 'responses-session',
      format: 'openai-responses',
      costMicroUsd: 0,
      sessionId: readSessionId(headers),
    });
    const { id: tokenId } = getToken(request);
    const { memory, maxJsonBytes } = this.limits;
    const options = { requestId, headers, memory, responses: this.responses };
    await this.entryPoint.openForRequests(request, reply, {
      prepared: {
        start: (client, host) => {
          const conversation = this.conversations.open(tokenId);
          return new ResponsesSession({ ...options, conversation }, client, host);
        },
      },
      surface: 'responses-socket',
      maxFrameBytes: maxJsonBytes,
    });
  }
}
