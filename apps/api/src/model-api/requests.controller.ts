import { GatewayError, type JsonObject } from '#canonical';
import { Access } from '#http-edge';
import { Controller, Get, Param, Query, Req } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';
import { encodeEndedRequest } from './encode-ended-request.js';
import { EndedRequests } from './ended-requests.js';
import { getToken } from './get-token.js';

const MAX_SESSION_LENGTH = 128;
const MAX_LISTED = 100;
const MAX_WAIT_MS = 5_000;

/** Lets clients look up the cost and the outcome of their requests. */
@Controller('/v1/requests')
@Access('token')
export class RequestsController {
  constructor(private readonly requests: EndedRequests) {}

  @Get()
  async list(@Query('session_id') session: unknown, @Req() request: FastifyRequest): Promise<JsonObject> {
    const { owner } = getToken(request);
    const requests = await this.requests.listSession(parseSessionId(session), owner, MAX_LISTED);
    return { object: 'list', data: requests.map(encodeEndedRequest) };
  }

  @Get('/:id')
  async retrieve(
    @Param('id') id: string,
    @Query('wait_ms') wait: unknown,
    @Req() request: FastifyRequest,
  ): Promise<JsonObject> {
    const { owner } = getToken(request);
    const isDisconnected = (): boolean => request.raw.destroyed || request.raw.socket.destroyed;
    return encodeEndedRequest(
      await this.requests.find(id, { owner, waitMs: parseWaitMs(wait), isDisconnected }),
    );
  }
}

function parseSessionId(value: unknown): string {
  if (typeof value === 'string' && value !== '' && value.length <= MAX_SESSION_LENGTH) return value;
  throw new GatewayError(
    'invalid-value',
    `"session_id" is required and must have at most ${MAX_SESSION_LENGTH} characters.`,
    { param: 'session_id' },
  );
}

function parseWaitMs(value: unknown): number {
  if (value === undefined) return 0;
  const waitMs = typeof value === 'string' && /^\d{1,4}$/.test(value) ? Number(value) : Number.NaN;
  if (waitMs <= MAX_WAIT_MS) return waitMs;
  throw new GatewayError('invalid-value', `"wait_ms" must be a whole number from 0 to ${MAX_WAIT_MS}.`, {
    param: 'wait_ms',
  });
}
