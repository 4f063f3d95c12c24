import { type CallRecord } from '#admission';
import { GatewayError } from '#canonical';
import { Drain, callersDialect, getPath } from '#http-edge';
import { IdempotencyKeys, IdempotentClient, type Run, type readIdempotencyKey } from '#idempotency';
import { type ClientSide } from '#relay';
import { encodeError } from '#wire';
import { Injectable } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { getToken } from './get-token.js';

/** How a request is answered. */
export interface Answering {
  client: ClientSide;
  /** Where the client has named its request. */
  run?: Run;
}

export interface NamedRequest {
  request: FastifyRequest;
  reply: FastifyReply;
  client: ClientSide;
  /** The name that its client has given it. */
  key: NonNullable<ReturnType<typeof readIdempotencyKey>>;
  /** Tells one body from another. */
  bodyDigest: Uint8Array;
}

/** Requests that their client has given a name to are done once, however often they are sent. */
@Injectable()
export class OnceByKey {
  constructor(
    private readonly keys: IdempotencyKeys,
    private readonly drain: Drain,
  ) {}

  async answer(
    { request, reply, client, key, bodyDigest }: NamedRequest,
    work: (answering: Answering) => Promise<void>,
  ): Promise<void> {
    const token = getToken(request);
    const begun = await this.keys.begin({
      tokenId: token.id,
      owner: token.owner,
      route: `${request.method} ${getPath(request)}`,
      key,
      bodyDigest,
    });
    if (begun.kind === 'replay') {
      const { status, headers, body } = begun.answer;
      void reply.code(status).headers(headers).send(body);
      return;
    }
    const { run } = begun;
    const named = new IdempotentClient(client, run, this.drain.signal);
    try {
      await work({ client: named, run });
      await named.settled();
    } catch (thrown) {
      const error = GatewayError.from(thrown);
      const { status, headers, body } = encodeError(error, callersDialect(request), request.id);
      await named.fail({
        error,
        wasCharged: mayHaveCost(request.exchange.record),
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

/** Where nobody knows the price, whatever was used has cost something. */
function mayHaveCost({ costMicroUsd, usage }: CallRecord): boolean {
  return costMicroUsd === undefined ? usage !== undefined : costMicroUsd > 0;
}
