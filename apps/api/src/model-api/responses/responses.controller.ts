import { Access } from '#http-edge';
import { encodeLargeJson } from '#json-scan';
import { ByteBudget } from '#limits';
import { type ClientSide } from '#relay';
import { type AcceptedResponse, ResponsesService } from '#responses';
import { Controller, Post, Req, Res } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { getAdmitted } from '../get-admitted.js';
import { getToken } from '../get-token.js';
import { ModelRequests } from '../model-requests.js';
import { TokenCounts } from '../token-counts.js';
import { ResponseEvents } from './response-events.js';

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' };

@Controller('/v1/responses')
@Access('token')
export class ResponsesController {
  constructor(
    private readonly requests: ModelRequests,
    private readonly responses: ResponsesService,
    private readonly memory: ByteBudget,
    private readonly events: ResponseEvents,
    private readonly counts: TokenCounts,
  ) {}

  @Post()
  async create(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const body = await this.requests.readBody(request, reply);
    await this.requests.runOnce(request, reply, body, async ({ client, run }) => {
      const accepted = await this.relayOrAccept(body, request, client);
      if (accepted === undefined) return;
      const { id, response, isStream } = accepted;
      if (!isStream) return client.sendWhole(JSON_HEADERS, await encodeLargeJson(response));
      await run?.completeStream();
      await this.events.send({ id, startingAfter: -1 }, request, reply);
    });
  }

  @Post('/compact')
  async compact(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const body = await this.requests.readBody(request, reply);
    await this.requests.runOnce(request, reply, body, async ({ client }) => {
      const { headers, requestContext } = request;
      const { record } = requestContext;
      const admitted = getAdmitted(request);
      requestContext.work = this.responses.compact({ body, headers, admitted, client, record });
      await requestContext.work;
    });
  }

  @Post('/input_tokens')
  async count(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { owner } = getToken(request);
    const hold = this.memory.open();
    try {
      const expand = (body: Buffer): Promise<Buffer> =>
        this.responses.withWholeConversation(owner, body, hold);
      await this.counts.respond('openai-responses', request, reply, { expand });
    } finally {
      hold.release();
    }
  }

  private async relayOrAccept(
    body: Buffer,
    request: FastifyRequest,
    client: ClientSide,
  ): Promise<AcceptedResponse | undefined> {
    const { headers, requestContext } = request;
    const { record } = requestContext;
    const admitted = getAdmitted(request);
    const creation = this.responses.create({ body, headers, admitted, client, record });
    requestContext.work = creation.then(() => undefined);
    await requestContext.work;
    return creation;
  }
}
