import { type Budget, type LimitColumns, type MemberColumns, type UseLimits, toLimits } from './limits.js';
import { type OwnerRepository } from './owner.repository.js';
import { type Token } from './token.js';
import { type MemberLimitsRepository } from './users/member-limits.repository.js';

/** What all tokens of one owner may use together. */
export interface OwnerLimits {
  readonly limits: UseLimits;
  readonly budget: Budget | undefined;
  /** The models that each of them may use; undefined where that is any. */
  readonly models?: readonly string[] | undefined;
}

export interface OwnerDirectoryOptions {
  owners: Pick<OwnerRepository, 'findAll'>;
  members: Pick<MemberLimitsRepository, 'findAll'>;
  /** What every member may use, unless something else is said of them; the same object until it changes. */
  memberDefaults: () => MemberColumns;
}

const UNLIMITED: LimitColumns = {
  rpm: null,
  tpm: null,
  concurrency: null,
  requestsPerDay: null,
  budget: null,
};

/** The owners that something limits, in memory. A member is the owner of the tokens with their e-mail address. */
export class OwnerDirectory {
  private owners: ReadonlyMap<string, LimitColumns> = new Map();
  private members: ReadonlyMap<string, MemberColumns> = new Map();
  private found = new Map<string, OwnerLimits>();
  private foundWith: MemberColumns | undefined;
  /** One reading at a time: an older one that ends later would bring back what has changed since. */
  private lastReading: Promise<void> = Promise.resolve();

  constructor(private readonly parts: OwnerDirectoryOptions) {}

  find(name: string): OwnerLimits | undefined {
    const defaults = this.parts.memberDefaults();
    if (this.foundWith !== defaults) {
      this.found = new Map();
      this.foundWith = defaults;
    }
    const known = this.found.get(name);
    if (known !== undefined) return known;
    const limits = this.limitsFor(name, defaults);
    if (limits !== undefined) this.found.set(name, limits);
    return limits;
  }

  /** The token with the list of its owner as it is now; the same object where it has that already. */
  withOwnerModels(token: Token): Token {
    const ownerModels = this.find(token.owner)?.models;
    return token.ownerModels === ownerModels ? token : { ...token, ownerModels };
  }

  reload(): Promise<void> {
    const reading = this.lastReading.then(() => this.read());
    this.lastReading = reading.catch(() => undefined);
    return reading;
  }

  /** What the config file says of this owner, then what an admin says of this user, then what counts for members. */
  private limitsFor(name: string, defaults: MemberColumns): OwnerLimits | undefined {
    const owner = this.owners.get(name);
    const member = this.members.get(name);
    if (member === undefined) return owner && toLimits(owner);
    const said = owner ?? UNLIMITED;
    const limits = toLimits({
      rpm: said.rpm ?? member.rpm ?? defaults.rpm,
      tpm: said.tpm ?? member.tpm ?? defaults.tpm,
      concurrency: said.concurrency ?? member.concurrency ?? defaults.concurrency,
      requestsPerDay: said.requestsPerDay ?? member.requestsPerDay ?? defaults.requestsPerDay,
      budget: said.budget ?? member.budget ?? defaults.budget,
    });
    return { ...limits, models: member.models ?? defaults.models ?? undefined };
  }

  private async read(): Promise<void> {
    const [owners, members] = await Promise.all([this.parts.owners.findAll(), this.parts.members.findAll()]);
    this.owners = new Map(owners.filter(({ enabled }) => enabled).map((owner) => [owner.id, owner]));
    this.members = new Map(members.map((member) => [member.email, member]));
    this.found = new Map();
  }
}
