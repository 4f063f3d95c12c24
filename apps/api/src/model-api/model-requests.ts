import { type Token } from '#access';
import { type Form, GatewayError } from '#canonical';
import { type ClientSide, type OperationId, type Relay } from '#relay';
import { type RouteHints, type WireFormatId } from '#wire';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { ClientConnection } from '../http/client-connection.js';
import { type Drain } from '../http/drain.js';
import { readForm } from '../http/form/read-form.js';
import { readJsonBody } from '../http/read-body.js';

export interface RelayVariations {
  hints?: RouteHints;
  /** Stands in for the body of the request. */
  body?: Buffer;
  /** Comes between the relay and the client. */
  intercept?: (client: ClientSide) => ClientSide;
}

export interface BodyLimits {
  maxJsonBytes: number;
  maxUploadBytes: number;
  /** Where uploads lie while their request lives. */
  spoolFolder: string;
}

/** From an HTTP request to the relay: the same few steps for every wire format. */
export class ModelRequests {
  constructor(
    private readonly relayer: Relay,
    private readonly drain: Drain,
    private readonly limits: BodyLimits,
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

  /** For a conversation that is to be relayed later: refuses it for what can be known now. */
  async check(format: WireFormatId, request: FastifyRequest, body: Buffer): Promise<void> {
    const { headers, id: requestId, exchange } = request;
    const token = tokenOf(request);
    await this.relayer.check({
      format,
      body,
      hints: {},
      headers,
      requestId,
      token,
      record: exchange.record,
    });
  }

  /** Anything but a conversation, asked for in JSON. */
  async serve(
    operation: OperationId,
    request: FastifyRequest,
    reply: FastifyReply,
    hints: RouteHints = {},
  ): Promise<void> {
    const client = new ClientConnection(reply, this.drain.signal);
    const body = await this.readBody(request, reply);
    await this.serveBody(operation, request, { client, body, hints });
  }

  /** The same, asked for in a form: its files lie on disk while the request lives. */
  async serveForm(operation: OperationId, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const client = new ClientConnection(reply, this.drain.signal);
    const { maxUploadBytes: maxBytes, spoolFolder } = this.limits;
    const { form, dispose } = await readForm(request, reply, { maxBytes, spoolFolder });
    try {
      await this.serveBody(operation, request, { client, body: form, hints: {} });
    } finally {
      await dispose();
    }
  }

  private async serveBody(
    operation: OperationId,
    request: FastifyRequest,
    { client, body, hints }: { client: ClientSide; body: Buffer | Form; hints: RouteHints },
  ): Promise<void> {
    const { headers, id: requestId, exchange } = request;
    const token = tokenOf(request);
    const { record } = exchange;
    exchange.work = this.relayer.serve(operation, { body, hints, headers, requestId, token, client, record });
    await exchange.work;
  }

  async readBody(request: FastifyRequest, reply: FastifyReply): Promise<Buffer> {
    return readJsonBody(request, reply, { maxBytes: this.limits.maxJsonBytes });
  }
}

export function tokenOf(request: FastifyRequest): Token {
  const { token } = request.exchange;
  if (token === undefined) throw new GatewayError('missing-credential', 'No API token was given.');
  return token;
}
