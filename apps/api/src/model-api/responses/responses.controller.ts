import { Controller, Delete, Get, HttpCode, Inject, Param, Post, Req, Res } from '@nestjs/common';
import { GatewayError, type JsonObject } from '#canonical';
import { ResponseStore, type StoredResponse } from '#stored-responses';
import { responseState } from '#wire';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { Access } from '../../http/access.js';
import { tokenOf } from '../model-requests.js';
import { StatefulResponses } from './stateful-responses.js';

@Controller('/v1/responses')
@Access('token')
export class ResponsesController {
  constructor(
    @Inject(StatefulResponses) private readonly responses: StatefulResponses,
    @Inject(ResponseStore) private readonly store: ResponseStore,
  ) {}

  @Post()
  async create(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.responses.create(request, reply);
  }

  @Get('/:id')
  async retrieve(@Param('id') id: string, @Req() request: FastifyRequest): Promise<JsonObject> {
    const { response } = await this.find(id, request);
    return response;
  }

  @Delete('/:id')
  async remove(@Param('id') id: string, @Req() request: FastifyRequest): Promise<JsonObject> {
    const isDeleted = await this.store.delete(tokenOf(request).owner, id);
    if (!isDeleted) throw notFound(id);
    return responseState.encodeDeleted(id);
  }

  @Post('/:id/cancel')
  @HttpCode(200)
  async cancel(@Param('id') id: string, @Req() request: FastifyRequest): Promise<never> {
    await this.find(id, request);
    throw new GatewayError('invalid-request', 'Only background responses can be cancelled.', {
      param: 'response_id',
      code: 'response_not_cancellable',
    });
  }

  @Get('/:id/input_items')
  async inputItems(@Param('id') id: string, @Req() request: FastifyRequest): Promise<JsonObject> {
    const query = responseState.readItemPageQuery(request.query as Record<string, unknown>);
    const { input } = await this.find(id, request);
    return responseState.pageItems(input, query);
  }

  private async find(id: string, request: FastifyRequest): Promise<StoredResponse> {
    const response = await this.store.find(tokenOf(request).owner, id);
    if (response === undefined) throw notFound(id);
    return response;
  }
}

function notFound(id: string): GatewayError {
  return new GatewayError('resource-not-found', `There is no response with the id "${id.slice(0, 100)}".`, {
    param: 'response_id',
    code: 'response_not_found',
  });
}
