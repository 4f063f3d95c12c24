import { once } from 'node:events';
import { CONFIG, type Config } from '#config';
import { ByteBudget, type ByteHold, Limits, type SubjectLimits } from '#limits';
import { Inject, Injectable } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { getToken } from '../get-token.js';

/** How many reads of one token run at the same time; the events of a response count until their stream ends. */
const MAX_CONCURRENT = 50;

/**
 * Holds each token to a number of reads of stored responses. Reads count against none of the limits on model requests,
 * which a client that polls would use up.
 */
@Injectable()
export class ResponseReads {
  private readonly readLimits: SubjectLimits;

  constructor(
    @Inject(CONFIG) { http }: Config,
    private readonly limits: Limits,
    private readonly memory: ByteBudget,
  ) {
    this.readLimits = { rpm: http.responseReadsPerMinute, concurrency: MAX_CONCURRENT };
  }

  /**
   * Runs a read, or throws where the token has to wait. What it holds in memory counts until the client has received the
   * response.
   */
  async run(
    request: FastifyRequest,
    reply: FastifyReply,
    read: (hold: ByteHold) => Promise<void>,
  ): Promise<void> {
    const subject = { id: `reads:${getToken(request).id}`, limits: this.readLimits };
    const admission = await this.limits.admit([subject], { requestId: request.id, estimatedTokens: 0 });
    const hold = this.memory.open();
    try {
      await read(hold);
      if (!reply.raw.closed) await once(reply.raw, 'close');
    } finally {
      hold.release();
      admission.release();
    }
  }
}
