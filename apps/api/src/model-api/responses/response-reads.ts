import { once } from 'node:events';
import { CONFIG, type Config } from '#config';
import { ByteBudget, type ByteHold, Limits, type SubjectLimits } from '#limits';
import { Inject, Injectable } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { getToken } from '../get-token.js';

/** Concurrent reads of one token. A stream of events counts until it ends. */
const MAX_CONCURRENT = 50;

/**
 * Limits the reads of stored responses for each token. Reads do not count against the limits on model requests, which a polling
 * client would use up.
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
   * Runs a read, or throws if a limit is reached. Its memory is reserved until the client has received the response.
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
