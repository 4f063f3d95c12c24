import { type JsonObject } from '#canonical';
import { Access } from '#http-edge';
import { encodeLargeJson } from '#json-scan';
import { StoredResponsesService } from '#responses';
import { backgroundState, responseState } from '#wire';
import { Controller, Delete, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { Unlimited } from '../../http/access.guard.js';
import { getToken } from '../get-token.js';
import { ResponseEvents } from './response-events.js';
import { ResponseReads } from './response-reads.js';

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' };

@Controller('/v1/responses')
@Access('token')
export class StoredResponsesController {
  constructor(
    private readonly stored: StoredResponsesService,
    private readonly reads: ResponseReads,
    private readonly events: ResponseEvents,
  ) {}

  @Get('/:id')
  async retrieve(
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const query = backgroundState.readEventsQuery(request.query as Record<string, unknown>);
    const { owner } = getToken(request);
    await this.reads.run(request, reply, async (hold) => {
      if (query === undefined) return sendJson(reply, await this.stored.find(owner, id, hold));
      await this.stored.require(owner, id);
      await this.events.send({ id, ...query }, request, reply);
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
    const { owner } = getToken(request);
    // A cancellation is never refused, because it reduces the load. The limits of reads apply to the response.
    await this.stored.requestCancel(owner, id);
    await this.reads.run(request, reply, async (hold) => {
      await sendJson(reply, await this.stored.findCancelled(owner, id, hold));
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
}

/** Encodes in slices, because a stored response can be large. */
async function sendJson(reply: FastifyReply, value: JsonObject): Promise<void> {
  const body = await encodeLargeJson(value);
  void reply.headers(JSON_HEADERS).send(body);
}
