import {
  type LimitColumns,
  OwnerRepository,
  type OwnerSettings,
  UserRepository,
  limitColumns,
} from '#access';
import { describeChanges } from '#audit';
import { Database, TableChanges, type Transaction } from '#database';
import { authorizeChange } from '#rights';
import { Injectable } from '@nestjs/common';
import { type Caller } from '../access/caller.js';
import { AuditTrail } from '../audit/audit-trail.js';
import { refuseFileEntry } from '../refuse-file-entry.js';
import { type OwnerLimitsInput } from './owner.dto.js';

const UNLIMITED = limitColumns({});

/** What all tokens of one owner may use together, where the config file does not say it. */
@Injectable()
export class OwnersService {
  constructor(
    private readonly database: Database,
    private readonly changes: TableChanges,
    private readonly audit: AuditTrail,
  ) {}

  /** Answers what the owner is called. */
  async limit(caller: Caller, name: string, input: OwnerLimitsInput): Promise<string> {
    const emails = await new UserRepository(this.database).emailsAmong([name]);
    const id = emails.get(name) ?? name;
    await this.database.transaction(async (transaction) => {
      const before = await lockLimits(transaction, id);
      const after = { ...(before ?? UNLIMITED), ...toColumns(input) };
      const isLimited = Object.values(after).some((limit) => limit !== null);
      const toRow = (limits: LimitColumns, enabled: boolean): OwnerSettings => ({
        id,
        ...limits,
        enabled,
        origin: 'console',
      });
      const change = authorizeChange(caller.principal, {
        kind: 'owner',
        before: before && toRow(before, true),
        after: toRow(after, isLimited),
        facts: { isNoUser: !emails.has(name) },
      });
      await new OwnerRepository(transaction).save(change);
      await this.audit.record(transaction, caller, {
        action: 'owner.change',
        subject: { type: 'owner', id, name: id },
        changes: describeChanges(before ?? UNLIMITED, after),
      });
    });
    // Whoever is told of a change may rely on it with the next request.
    await this.changes.readNow('owners', id);
    return id;
  }
}

/** Undefined where nothing was said of this owner, or no more. */
async function lockLimits(transaction: Transaction, id: string): Promise<LimitColumns | undefined> {
  const owner = await new OwnerRepository(transaction).lock(id);
  if (owner === null || !owner.enabled) return undefined;
  refuseFileEntry(owner, `What is set for the owner "${id}"`);
  const { rpm, tpm, concurrency, requestsPerDay, budget } = owner;
  return { rpm, tpm, concurrency, requestsPerDay, budget };
}

/** Those that were given. */
function toColumns({
  rpm,
  tpm,
  concurrency,
  requests_per_day,
  budget,
}: OwnerLimitsInput): Partial<LimitColumns> {
  const columns = {
    rpm,
    tpm,
    concurrency,
    requestsPerDay: requests_per_day,
    budget: budget == null ? budget : limitColumns({ budget }).budget,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}
