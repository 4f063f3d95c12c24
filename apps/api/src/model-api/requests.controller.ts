import { GatewayError, type JsonObject, MICRO_USD_PER_USD } from '#canonical';
import { Access } from '#http-edge';
import { type UsageRecord } from '#metering';
import { Controller, Get, Param, Query, Req } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';
import { EndedRequests } from './ended-requests.js';
import { getToken } from './get-token.js';

const MAX_SESSION_LENGTH = 128;
const MAX_LISTED = 100;
const MAX_WAIT_MS = 5_000;

/** What single requests have cost, for whoever sent them: a stream has its headers before that is known. */
@Controller('/v1/requests')
@Access('token')
export class RequestsController {
  constructor(private readonly requests: EndedRequests) {}

  @Get()
  async list(@Query('session_id') session: unknown, @Req() request: FastifyRequest): Promise<JsonObject> {
    const { owner } = getToken(request);
    const records = await this.requests.listSession(readSession(session), owner, MAX_LISTED);
    return { object: 'list', data: records.map(encodeRequest) };
  }

  @Get('/:id')
  async retrieve(
    @Param('id') id: string,
    @Query('wait_ms') wait: unknown,
    @Req() request: FastifyRequest,
  ): Promise<JsonObject> {
    const { owner } = getToken(request);
    const isGone = (): boolean => request.raw.destroyed || request.raw.socket.destroyed;
    return encodeRequest(await this.requests.find(id, { owner, waitMs: readWait(wait), isGone }));
  }
}

function readSession(given: unknown): string {
  if (typeof given === 'string' && given !== '' && given.length <= MAX_SESSION_LENGTH) return given;
  throw new GatewayError(
    'invalid-value',
    `"session_id" is needed: the id of a session, of up to ${MAX_SESSION_LENGTH} characters.`,
    { param: 'session_id' },
  );
}

function readWait(given: unknown): number {
  if (given === undefined) return 0;
  const waitMs = typeof given === 'string' && /^\d{1,4}$/.test(given) ? Number(given) : Number.NaN;
  if (waitMs <= MAX_WAIT_MS) return waitMs;
  throw new GatewayError('invalid-value', `"wait_ms" is a whole number from 0 to ${MAX_WAIT_MS}.`, {
    param: 'wait_ms',
  });
}

function encodeRequest(record: UsageRecord): JsonObject {
  const { costMicroUsd } = record;
  return {
    id: record.requestId,
    object: 'request',
    created_at: Math.floor(record.startedAtMs / 1000),
    model: record.model,
    operation: record.operation,
    outcome: record.outcome,
    duration_ms: record.durationMs,
    first_byte_ms: record.firstByteMs ?? null,
    cost_usd: costMicroUsd === undefined ? null : costMicroUsd / MICRO_USD_PER_USD,
    is_estimated: record.isEstimated,
    is_cache_hit: record.isCacheHit,
  };
}
