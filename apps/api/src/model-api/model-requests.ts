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
import { type RunOptions, IdempotentRequests } from './idempotent-requests.js';
import { getAdmitted } from './get-admitted.js';
import { type RelayedFormat } from './relay-route.js';
import { checkVersionHeader } from './version-header.js';

/** Reads model requests, and passes them to the relay. The steps are the same for all formats. */
@Injectable()
export class ModelRequests {
  constructor(
    private readonly relayer: Relay,
    private readonly idempotent: IdempotentRequests,
    private readonly limits: BodyLimits,
    private readonly access: TokenAccess,
    private readonly drain: Drain,
  ) {}

  /** Serves a route that only relays requests, without the guard and the controller of the framework. */
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
    await this.runOnce(request, reply, body, ({ client }) =>
      this.relayTo(client, format, request, { body, hints }),
    );
  }

  /** Runs `work`, at most once for each idempotency key. A repeated request gets the stored response. */
  async runOnce(
    request: FastifyRequest,
    reply: FastifyReply,
    body: Buffer | Form,
    work: (options: RunOptions) => Promise<void>,
  ): Promise<void> {
    const client = new ClientConnection(reply, this.drain.signal);
    const key = readIdempotencyKey(request.headers);
    if (key === undefined) return work({ client });
    const bodyDigest = Buffer.isBuffer(body) ? body : await digestForm(body);
    await this.idempotent.run({ request, reply, client, key, bodyDigest }, work);
  }

  async relayTo(
    client: ClientSide,
    format: WireFormatId,
    request: FastifyRequest,
    { body, hints = {} }: { body: Buffer; hints?: RouteHints },
  ): Promise<void> {
    const { headers, requestContext } = request;
    const { record } = requestContext;
    const admitted = getAdmitted(request);
    requestContext.work = this.relayer.relay({ format, body, hints, headers, admitted, client, record });
    await requestContext.work;
  }

  /** Serves any operation but a conversation, with a JSON body. */
  async serve(
    operation: OperationId,
    request: FastifyRequest,
    reply: FastifyReply,
    hints: RouteHints = {},
  ): Promise<void> {
    const body = await this.readBody(request, reply);
    await this.runOnce(request, reply, body, ({ client }) =>
      this.serveBody(operation, request, { client, body, hints }),
    );
  }

  /** The same with a form. Its files are on disk until the request ends. */
  async serveForm(operation: OperationId, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { maxUploadBytes: maxBytes, spoolFolder, disk } = this.limits;
    const { form, dispose } = await readForm(request, reply, { maxBytes, spoolFolder, disk });
    try {
      await this.access.reserve(request, reply, getFormBytes(form));
      await this.runOnce(request, reply, form, ({ client }) =>
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
    const { headers, requestContext } = request;
    const { record } = requestContext;
    const admitted = getAdmitted(request);
    const call = { body, hints, headers, admitted, client, record };
    requestContext.work = this.relayer.serve(operation, call);
    await requestContext.work;
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
