import { Drain } from '#http-edge';
import { TokenCounting } from '#relay';
import { type RouteHints, type TokenCounterId } from '#wire';
import { Injectable } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { ClientConnection } from '../http/client-connection.js';
import { ModelRequests } from './model-requests.js';
import { getAdmitted } from './get-admitted.js';

/** Responds to requests that count tokens. */
@Injectable()
export class TokenCounts {
  constructor(
    private readonly requests: ModelRequests,
    private readonly counting: TokenCounting,
    private readonly drain: Drain,
  ) {}

  /** `expand` adds the stored conversation to the body. */
  async respond(
    format: TokenCounterId,
    request: FastifyRequest,
    reply: FastifyReply,
    {
      hints = {},
      expand = (body) => body,
    }: { hints?: RouteHints; expand?: (body: Buffer) => Buffer | Promise<Buffer> } = {},
  ): Promise<void> {
    const body = await expand(await this.requests.readBody(request, reply));
    const client = new ClientConnection(reply, this.drain.signal);
    const { headers, requestContext } = request;
    const { record } = requestContext;
    const admitted = getAdmitted(request);
    const call = { format, body, hints, headers, admitted, client, record };
    requestContext.work = this.counting.count(call);
    await requestContext.work;
  }
}
