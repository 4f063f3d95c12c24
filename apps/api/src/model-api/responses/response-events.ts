import { Drain } from '#http-edge';
import { type ClientSide } from '#relay';
import { EventStreams } from '#responses';
import { Injectable } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { ClientConnection } from '../../http/client-connection.js';
import { getToken } from '../get-token.js';

/** Streams the recorded events of a background response to a client. */
@Injectable()
export class ResponseEvents {
  constructor(
    private readonly streams: EventStreams,
    private readonly drain: Drain,
  ) {}

  async send(
    watched: { id: string; startingAfter: number },
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const connect = (): ClientSide => new ClientConnection(reply, this.drain.signal);
    request.requestContext.work = this.streams.send({ owner: getToken(request).owner, ...watched }, connect);
    await request.requestContext.work;
  }
}
