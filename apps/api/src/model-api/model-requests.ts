import { type Token } from '#access';
import { GatewayError } from '#canonical';
import { type ClientSide, type Relay } from '#relay';
import { type RouteHints, type WireFormatId } from '#wire';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { ClientConnection } from '../http/client-connection.js';
import { type Drain } from '../http/drain.js';
import { readJsonBody } from '../http/read-body.js';

export interface RelayVariations {
  hints?: RouteHints;
  /** Stands in for the body of the request. */
  body?: Buffer;
  /** Comes between the relay and the client. */
  intercept?: (client: ClientSide) => ClientSide;
}

/** From an HTTP request to the relay: the same few steps for every wire format. */
export class ModelRequests {
  constructor(
    private readonly relayer: Relay,
    private readonly drain: Drain,
    private readonly maxJsonBytes: number,
  ) {}

  async relay(
    format: WireFormatId,
    request: FastifyRequest,
    reply: FastifyReply,
    { hints = {}, body: replacement, intercept = (client) => client }: RelayVariations = {},
  ): Promise<void> {
    const token = tokenOf(request);
    const { record } = request.exchange;
    const client = intercept(new ClientConnection(reply, this.drain.signal));
    const body = replacement ?? (await this.readBody(request, reply));
    const { headers, id: requestId } = request;
    const work = this.relayer.relay({ format, body, hints, headers, requestId, token, client, record });
    request.exchange.work = work;
    await work;
  }

  async readBody(request: FastifyRequest, reply: FastifyReply): Promise<Buffer> {
    return readJsonBody(request, reply, { maxBytes: this.maxJsonBytes });
  }
}

export function tokenOf(request: FastifyRequest): Token {
  const { token } = request.exchange;
  if (token === undefined) throw new GatewayError('missing-credential', 'No API token was given.');
  return token;
}
