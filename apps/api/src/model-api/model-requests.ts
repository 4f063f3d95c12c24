import { GatewayError } from '#canonical';
import { type Relay } from '#relay';
import { type WireFormatId } from '#wire';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { ClientConnection } from '../http/client-connection.js';
import { type Drain } from '../http/drain.js';
import { readJsonBody } from '../http/read-body.js';

/** From an HTTP request to the relay: the same few steps for every wire format. */
export class ModelRequests {
  constructor(
    private readonly relayer: Relay,
    private readonly drain: Drain,
    private readonly maxJsonBytes: number,
  ) {}

  async relay(format: WireFormatId, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { token, record } = request.exchange;
    if (token === undefined) throw new GatewayError('missing-credential', 'No API token was given.');
    const client = new ClientConnection(reply, this.drain.signal);
    const body = await readJsonBody(request, reply, { maxBytes: this.maxJsonBytes });
    const work = this.relayer.relay({ format, body, token, client, record });
    request.exchange.work = work;
    await work;
  }
}
