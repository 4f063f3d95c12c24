import { type StoredResponse } from './stored-response.js';
import { type StoredResponseRepository } from './stored-response.repository.js';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A chain is read one by one; longer ones are not conversations any more. */
const LONGEST_CHAIN = 500;

export interface StoreSettings {
  isEnabled: boolean;
  retentionDays: number;
}

/** What hears of every response that is stored. */
export interface ResponseQuota {
  noteAdded(owner: string, bytes: number): void;
}

/** Responses that clients build upon, whatever upstream made them. */
export class ResponseStore {
  constructor(
    private readonly repository: StoredResponseRepository,
    private readonly settings: () => StoreSettings,
    private readonly quota?: ResponseQuota,
  ) {}

  get isEnabled(): boolean {
    return this.settings().isEnabled;
  }

  async save(owner: string, response: StoredResponse): Promise<void> {
    const expiresAt = new Date(Date.now() + this.settings().retentionDays * DAY_MS);
    const sizeBytes = await this.repository.save(owner, response, expiresAt);
    this.quota?.noteAdded(owner, sizeBytes);
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
    while (next !== undefined && chain.length < LONGEST_CHAIN) {
      const response: StoredResponse | undefined = await this.repository.find(owner, next);
      if (response === undefined) return undefined;
      chain.unshift(response);
      next = response.previousId;
    }
    return chain;
  }
}
