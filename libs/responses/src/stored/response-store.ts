import { type Transaction } from '#database';
import { LiveSettings, storeSettings } from '#settings';
import { Injectable } from '@nestjs/common';
import { ResponseQuota } from './response-quota.js';
import { type StoredResponse } from './stored-response.js';
import { StoredResponseRepository } from './stored-response.repository.js';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A chain is read one by one; longer ones are not conversations any more. */
const MAX_CHAIN = 500;

/** Responses that clients build upon, whatever upstream made them. */
@Injectable()
export class ResponseStore {
  constructor(
    private readonly repository: StoredResponseRepository,
    private readonly settings: LiveSettings,
    private readonly quota: ResponseQuota,
  ) {}

  get isEnabled(): boolean {
    return storeSettings(this.settings.current).isEnabled;
  }

  /** Together with what else happens in the transaction, where there is one. */
  async save(owner: string, response: StoredResponse, transaction?: Transaction): Promise<void> {
    const { retentionDays } = storeSettings(this.settings.current);
    const expiresAt = new Date(Date.now() + retentionDays * DAY_MS);
    const sizeBytes = await this.repository.save(owner, response, { expiresAt, transaction });
    this.quota.noteAdded(owner, sizeBytes);
  }

  async find(owner: string, id: string): Promise<StoredResponse | undefined> {
    return this.repository.find(owner, id);
  }

  async delete(owner: string, id: string): Promise<boolean> {
    return this.repository.delete(owner, id);
  }

  /** The conversation that ends with this response, oldest turn first; undefined where a turn of it is not there. */
  async findChain(owner: string, id: string): Promise<StoredResponse[] | undefined> {
    const chain: StoredResponse[] = [];
    let next: string | undefined = id;
    while (next !== undefined && chain.length < MAX_CHAIN) {
      const response: StoredResponse | undefined = await this.repository.find(owner, next);
      if (response === undefined) return undefined;
      chain.unshift(response);
      next = response.previousId;
    }
    return chain;
  }
}
