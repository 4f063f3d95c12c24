import { Controller, Delete, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { GatewayError, type JsonObject } from '#canonical';
import { Access } from '#http-edge';
import { BackgroundResponses, ResponseStore, type StoredResponse } from '#responses';
import { backgroundState, responseState } from '#wire';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { Unlimited } from '../../http/unlimited.js';
import { tokenOf } from '../token-of.js';
import { ResponseEvents } from './response-events.js';
import { StatefulResponses } from './stateful-responses.js';

@Controller('/v1/responses')
@Access('token')
export class ResponsesController {
  constructor(
    private readonly responses: StatefulResponses,
    private readonly store: ResponseStore,
    private readonly background: BackgroundResponses,
    private readonly events: ResponseEvents,
  ) {}

  @Post()
  async create(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.responses.create(request, reply);
  }

  @Get('/:id')
  async retrieve(
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const query = backgroundState.readEventsQuery(request.query as Record<string, unknown>);
    const { response } = await this.find(id, request);
    if (query === undefined) void reply.send(response);
    else await this.events.send({ id, ...query }, request, reply);
  }

  @Delete('/:id')
  async remove(@Param('id') id: string, @Req() request: FastifyRequest): Promise<JsonObject> {
    const { owner } = tokenOf(request);
    if ((await this.background.findRunning(owner, id)) !== undefined) throw notFinished();
    const isDeleted = await this.store.delete(owner, id);
    if (!isDeleted) throw notFound(id);
    await this.background.forget(owner, id);
    return responseState.encodeDeleted(id);
  }

  /** A response that is cancelled already is as good as one that is cancelled now. */
  @Post('/:id/cancel')
  @Unlimited(true)
  @HttpCode(200)
  async cancel(@Param('id') id: string, @Req() request: FastifyRequest): Promise<JsonObject> {
    const running = await this.background.cancel(tokenOf(request).owner, id);
    const { response } = running ?? (await this.find(id, request));
    if (running === undefined && response['status'] !== 'cancelled') throw notCancellable(response);
    return response;
  }

  @Get('/:id/input_items')
  async inputItems(@Param('id') id: string, @Req() request: FastifyRequest): Promise<JsonObject> {
    const query = responseState.readItemPageQuery(request.query as Record<string, unknown>);
    const { input } = await this.find(id, request);
    return responseState.pageItems(input, query);
  }

  private async find(id: string, request: FastifyRequest): Promise<StoredResponse> {
    const { owner } = tokenOf(request);
    const response = (await this.background.findRunning(owner, id)) ?? (await this.store.find(owner, id));
    if (response === undefined) throw notFound(id);
    return response;
  }
}

function notFinished(): GatewayError {
  return new GatewayError('wrong-state', 'Only a finished response can be deleted; cancel it first.', {
    param: 'response_id',
    code: 'response_not_finished',
  });
}

function notCancellable({ background }: JsonObject): GatewayError {
  const message =
    background === true
      ? 'The response is finished and cannot be cancelled any more.'
      : 'Only background responses can be cancelled.';
  return new GatewayError('invalid-request', message, {
    param: 'response_id',
    code: 'response_not_cancellable',
  });
}

function notFound(id: string): GatewayError {
  return new GatewayError('resource-not-found', `There is no response with the id "${id.slice(0, 100)}".`, {
    param: 'response_id',
    code: 'response_not_found',
  });
}
