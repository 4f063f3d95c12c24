import { Controller, Delete, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { type JsonObject } from '#canonical';
import { Access, Drain } from '#http-edge';
import { ByteBudget } from '#limits';
import { type ClientSide } from '#relay';
import { type AcceptedResponse, EventStreams, ResponsesService, StoredResponsesService } from '#responses';
import { backgroundState, encodeLargeJson, responseState } from '#wire';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { ClientConnection } from '../../http/client-connection.js';
import { Unlimited } from '../../http/access.guard.js';
import { ModelRequests } from '../model-requests.js';
import { getAdmitted } from '../get-admitted.js';
import { getToken } from '../get-token.js';
import { TokenCounts } from '../token-counts.js';
import { ResponseReads } from './response-reads.js';

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' };

@Controller('/v1/responses')
@Access('token')
export class ResponsesController {
  constructor(
    private readonly requests: ModelRequests,
    private readonly responses: ResponsesService,
    private readonly stored: StoredResponsesService,
    private readonly reads: ResponseReads,
    private readonly memory: ByteBudget,
    private readonly streams: EventStreams,
    private readonly drain: Drain,
    private readonly counts: TokenCounts,
  ) {}

  @Post()
  async create(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const body = await this.requests.readBody(request, reply);
    await this.requests.onceByKey(request, reply, body, async ({ client, run }) => {
      const accepted = await this.relayOrAccept(body, request, client);
      if (accepted === undefined) return;
      const { id, response, isStream } = accepted;
      if (!isStream) return client.sendWhole(JSON_HEADERS, Buffer.from(JSON.stringify(response)));
      await run?.completeStream();
      await this.sendEvents({ id, startingAfter: -1 }, request, reply);
    });
  }

  @Post('/compact')
  async compact(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const body = await this.requests.readBody(request, reply);
    await this.requests.onceByKey(request, reply, body, async ({ client }) => {
      const { headers, id: requestId, exchange } = request;
      const { record } = exchange;
      const token = getToken(request);
      const admitted = getAdmitted(request);
      exchange.work = this.responses.compact({ body, headers, requestId, admitted, token, client, record });
      await exchange.work;
    });
  }

  @Post('/input_tokens')
  async count(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { owner } = getToken(request);
    const hold = this.memory.open();
    try {
      const expand = (body: Buffer): Promise<Buffer> =>
        this.responses.withWholeConversation(owner, body, hold);
      await this.counts.answer('openai-responses', request, reply, { expand });
    } finally {
      hold.release();
    }
  }

  @Get('/:id')
  async retrieve(
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const query = backgroundState.readEventsQuery(request.query as Record<string, unknown>);
    await this.reads.run(request, reply, async (hold) => {
      const { response } = await this.stored.find(getToken(request).owner, id, hold);
      if (query === undefined) await sendJson(reply, response);
      else await this.sendEvents({ id, ...query }, request, reply);
    });
  }

  @Delete('/:id')
  async remove(
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.reads.run(request, reply, async () => {
      await this.stored.delete(getToken(request).owner, id);
      await sendJson(reply, responseState.encodeDeleted(id));
    });
  }

  @Post('/:id/cancel')
  @Unlimited(true)
  @HttpCode(200)
  async cancel(
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.reads.runUnlimited(reply, async (hold) => {
      await sendJson(reply, await this.stored.cancel(getToken(request).owner, id, hold));
    });
  }

  @Get('/:id/input_items')
  async inputItems(
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const query = responseState.readItemPageQuery(request.query as Record<string, unknown>);
    await this.reads.run(request, reply, async (hold) => {
      await sendJson(reply, await this.stored.pageInput(getToken(request).owner, id, query, hold));
    });
  }

  private async relayOrAccept(
    body: Buffer,
    request: FastifyRequest,
    client: ClientSide,
  ): Promise<AcceptedResponse | undefined> {
    const { headers, id: requestId, exchange } = request;
    const { record } = exchange;
    const token = getToken(request);
    const admitted = getAdmitted(request);
    const created = this.responses.create({ body, headers, requestId, admitted, token, client, record });
    exchange.work = created.then(() => undefined);
    await exchange.work;
    return created;
  }

  private async sendEvents(
    watched: { id: string; startingAfter: number },
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const connect = (): ClientSide => new ClientConnection(reply, this.drain.signal);
    request.exchange.work = this.streams.send({ owner: getToken(request).owner, ...watched }, connect);
    await request.exchange.work;
  }
}

/** A stored response may be large. */
async function sendJson(reply: FastifyReply, value: JsonObject): Promise<void> {
  const body = await encodeLargeJson(value);
  void reply.headers(JSON_HEADERS).send(body);
}
