import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type Transaction } from '#database';
import { IdempotencyKeyRepository } from './idempotency-key.repository.js';
import { type IdempotentRequest, KEEP_MS, hashRequest } from './idempotency-key.js';
import { keyReused } from './idempotency-errors.js';

/**
 * Keys of requests that create a resource, such as a video task. The key is claimed in the transaction that creates the
 * resource, so neither exists without the other: such a request has no lease, and its outcome is always known.
 */
@Injectable()
export class ResourceKeys {
  constructor(private readonly repository: IdempotencyKeyRepository) {}

  /** The id of the resource that this request has created before. Throws if the key was used with another body. */
  async find(request: IdempotentRequest): Promise<string | undefined> {
    const { keyId, bodyHash } = hashRequest(request);
    const stored = await this.repository.find(keyId, Date.now());
    if (stored === undefined) return undefined;
    if (!stored.bodyHash.equals(bodyHash)) throw keyReused();
    return stored.resourceId;
  }

  /** Returns false if the key is taken. Waits for a concurrent transaction with the same key. */
  async claim(transaction: Transaction, request: IdempotentRequest, resourceId: string): Promise<boolean> {
    return this.write(transaction, request, { resourceId, keepMs: KEEP_MS });
  }

  /** For keys that the gateway derives from the content: the newest request with the same content replaces the key. */
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
