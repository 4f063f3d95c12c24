import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type Transaction } from '#database';
import { IdempotencyKeyRepository } from './idempotency-key.repository.js';
import { type IdempotentRequest, KEEP_MS, hashRequest } from './idempotency-key.js';
import { keyReused } from './refusals.js';

/**
 * Keys of requests that create something, as a video task. The key is claimed in the transaction that creates it, so
 * there is never a key without its resource: such a request has no lease, and its outcome is never unknown.
 */
@Injectable()
export class ResourceKeys {
  constructor(private readonly repository: IdempotencyKeyRepository) {}

  /** The id of what this request has created before. Throws where the key was used with another body. */
  async find(request: IdempotentRequest): Promise<string | undefined> {
    const { keyId, bodyHash } = hashRequest(request);
    const known = await this.repository.find(keyId, Date.now());
    if (known === undefined) return undefined;
    if (!known.bodyHash.equals(bodyHash)) throw keyReused();
    return known.resourceId;
  }

  /** False where the key is taken. Waits for a transaction that is about to take it. */
  async claim(transaction: Transaction, request: IdempotentRequest, resourceId: string): Promise<boolean> {
    return this.write(transaction, request, { resourceId, keepMs: KEEP_MS });
  }

  /** For keys that the gateway derives from the content: the newest request with the same content has it. */
  async replace(
    transaction: Transaction,
    request: IdempotentRequest,
    { resourceId, keepMs }: { resourceId: string; keepMs: number },
  ): Promise<void> {
    await this.write(transaction, request, { resourceId, keepMs, replaces: true });
  }

  private write(
    transaction: Transaction,
    request: IdempotentRequest,
    { keepMs, ...claim }: { resourceId: string; keepMs: number; replaces?: boolean },
  ): Promise<boolean> {
    const nowMs = Date.now();
    return this.repository.claim(
      {
        ...hashRequest(request),
        ...claim,
        runId: randomUUID(),
        owner: request.owner,
        nowMs,
        leaseUntilMs: nowMs,
        expiresAtMs: nowMs + keepMs,
      },
      transaction,
    );
  }
}
