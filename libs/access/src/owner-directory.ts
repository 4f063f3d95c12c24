import { type Budget, type UseLimits, limitsOf } from './limits.js';
import { type OwnerRepository } from './owner.repository.js';

/** What all tokens of one owner may use together. */
export interface OwnerLimits {
  readonly limits: UseLimits;
  readonly budget: Budget | undefined;
}

/** The owners that something limits, in memory. */
export class OwnerDirectory {
  private byName: ReadonlyMap<string, OwnerLimits> = new Map();
  /** One reading at a time: an older one that ends later would bring back what has changed since. */
  private lastReading: Promise<void> = Promise.resolve();

  constructor(private readonly repository: OwnerRepository) {}

  find(name: string): OwnerLimits | undefined {
    return this.byName.get(name);
  }

  reload(): Promise<void> {
    const reading = this.lastReading.then(() => this.read());
    this.lastReading = reading.catch(() => undefined);
    return reading;
  }

  private async read(): Promise<void> {
    const owners = await this.repository.findAll();
    this.byName = new Map(
      owners.filter(({ enabled }) => enabled).map((owner) => [owner.id, limitsOf(owner)]),
    );
  }
}
