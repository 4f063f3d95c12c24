import { type Form } from '#canonical';
import { Drain, readJsonBody } from '#http-edge';
import { readIdempotencyKey } from '#idempotency';
import { type ClientSide, type OperationId, Relay } from '#relay';
import { type RouteHints, WIRE_FORMATS, type WireFormatId } from '#wire';
import { Injectable } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { BodyLimits } from '../http/body-limits.js';
import { ClientConnection } from '../http/client-connection.js';
import { digestForm } from '../http/form/form-digest.js';
import { getFormBytes, readForm } from '../http/form/read-form.js';
import { TokenAccess } from '../http/token-access.js';
import { type Answering, OnceByKey } from './once-by-key.js';
import { getAdmitted } from './get-admitted.js';
import { type RelayedFormat } from './relay-route.js';
import { checkVersionHeader } from './version-header.js';

/** From an HTTP request to the relay: the same few steps for every wire format. */
@Injectable()
export class ModelRequests {
  constructor(
    private readonly relayer: Relay,
    private readonly once: OnceByKey,
    private readonly limits: BodyLimits,
    private readonly access: TokenAccess,
    private readonly drain: Drain,
  ) {}

  /** Serves a route that only relays: the same steps as behind a guard and a controller, without those. */
  async relayDirectly(format: RelayedFormat, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const admission = this.access.admit(request, reply, this.access.authenticate(request));
    if (admission !== undefined) await admission;
    if (isConversation(format)) await this.relay(format, request, reply);
    else await this.serve(format, request, reply);
  }

  async relay(
    format: WireFormatId,
    request: FastifyRequest,
    reply: FastifyReply,
    hints: RouteHints = {},
  ): Promise<void> {
    if (format === 'anthropic-messages') checkVersionHeader(request);
    const body = await this.readBody(request, reply);
    await this.onceByKey(request, reply, body, ({ client }) =>
      this.relayTo(client, format, request, { body, hints }),
    );
  }

  /** Does what the client asks for, unless it has asked for that before under the same name. */
  async onceByKey(
    request: FastifyRequest,
    reply: FastifyReply,
    body: Buffer | Form,
    work: (answering: Answering) => Promise<void>,
  ): Promise<void> {
    const client = new ClientConnection(reply, this.drain.signal);
    const key = readIdempotencyKey(request.headers);
    if (key === undefined) return work({ client });
    const bodyDigest = Buffer.isBuffer(body) ? body : await digestForm(body);
    await this.once.answer({ request, reply, client, key, bodyDigest }, work);
  }

  async relayTo(
    client: ClientSide,
    format: WireFormatId,
    request: FastifyRequest,
    { body, hints = {} }: { body: Buffer; hints?: RouteHints },
  ): Promise<void> {
    const { headers, exchange } = request;
    const { record } = exchange;
    const admitted = getAdmitted(request);
    exchange.work = this.relayer.relay({ format, body, hints, headers, admitted, client, record });
    await exchange.work;
  }

  /** Anything but a conversation, asked for in JSON. */
  async serve(
    operation: OperationId,
    request: FastifyRequest,
    reply: FastifyReply,
    hints: RouteHints = {},
  ): Promise<void> {
    const body = await this.readBody(request, reply);
    await this.onceByKey(request, reply, body, ({ client }) =>
      this.serveBody(operation, request, { client, body, hints }),
    );
  }

  /** The same, asked for in a form: its files lie on disk while the request lives. */
  async serveForm(operation: OperationId, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { maxUploadBytes: maxBytes, spoolFolder, disk } = this.limits;
    const { form, dispose } = await readForm(request, reply, { maxBytes, spoolFolder, disk });
    try {
      await this.access.reserve(request, reply, getFormBytes(form));
      await this.onceByKey(request, reply, form, ({ client }) =>
        this.serveBody(operation, request, { client, body: form, hints: {} }),
      );
    } finally {
      await dispose();
    }
  }

  private async serveBody(
    operation: OperationId,
    request: FastifyRequest,
    { client, body, hints }: { client: ClientSide; body: Buffer | Form; hints: RouteHints },
  ): Promise<void> {
    const { headers, exchange } = request;
    const { record } = exchange;
    const admitted = getAdmitted(request);
    const call = { body, hints, headers, admitted, client, record };
    exchange.work = this.relayer.serve(operation, call);
    await exchange.work;
  }

  async readBody(request: FastifyRequest, reply: FastifyReply): Promise<Buffer> {
    const { maxJsonBytes: maxBytes, memory } = this.limits;
    const body = await readJsonBody(request, reply, { maxBytes, memory });
    const reserving = this.access.reserve(request, reply, body.length);
    if (reserving !== undefined) await reserving;
    return body;
  }
}

function isConversation(format: RelayedFormat): format is WireFormatId {
  return format in WIRE_FORMATS;
}
