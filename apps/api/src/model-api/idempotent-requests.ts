import { type CallRecord } from '#admission';
import { GatewayError } from '#canonical';
import { Drain, getCallerDialect, getPath } from '#http-edge';
import { IdempotencyKeys, IdempotentClient, type Run, type readIdempotencyKey } from '#idempotency';
import { type ClientSide } from '#relay';
import { encodeError } from '#wire';
import { Injectable } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { getToken } from './get-token.js';

export interface RunOptions {
  client: ClientSide;
  /** Set if the request has an idempotency key. */
  run?: Run;
}

export interface KeyedRequest {
  request: FastifyRequest;
  reply: FastifyReply;
  client: ClientSide;
  key: NonNullable<ReturnType<typeof readIdempotencyKey>>;
  /** A repeated request must have the same digest. */
  bodyDigest: Uint8Array;
}

/** Runs a request once per idempotency key. */
@Injectable()
export class IdempotentRequests {
  constructor(
    private readonly keys: IdempotencyKeys,
    private readonly drain: Drain,
  ) {}

  async run(
    { request, reply, client, key, bodyDigest }: KeyedRequest,
    work: (options: RunOptions) => Promise<void>,
  ): Promise<void> {
    const token = getToken(request);
    const beginning = await this.keys.begin({
      tokenId: token.id,
      owner: token.owner,
      route: `${request.method} ${getPath(request)}`,
      key,
      bodyDigest,
    });
    if (beginning.kind === 'replay') {
      const { status, headers, body } = beginning.answer;
      void reply.code(status).headers(headers).send(body);
      return;
    }
    const { run } = beginning;
    const idempotentClient = new IdempotentClient(client, run, this.drain.signal);
    try {
      await work({ client: idempotentClient, run });
      await idempotentClient.settled();
    } catch (thrown) {
      const error = GatewayError.from(thrown);
      const { status, headers, body } = encodeError(error, getCallerDialect(request), request.id);
      await idempotentClient.fail({
        error,
        wasCharged: mayHaveCost(request.requestContext.record),
        answer: {
          status,
          headers: { 'content-type': 'application/json', ...headers },
          body: Buffer.from(JSON.stringify(body)),
        },
      });
      throw thrown;
    }
  }
}

/** If the price is unknown, any usage may have a cost. */
function mayHaveCost({ costMicroUsd, usage }: CallRecord): boolean {
  return costMicroUsd === undefined ? usage !== undefined : costMicroUsd > 0;
}
