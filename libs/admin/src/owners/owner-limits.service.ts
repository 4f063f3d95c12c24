import {
  type LimitColumns,
  OwnerRepository,
  type OwnerSettings,
  UserRepository,
  limitColumns,
  withStoredBudget,
} from '#access';
import { describeChanges } from '#audit';
import { isPrintableLine } from '#config';
import { Database, TableChanges, type Transaction } from '#database';
import { authorizeChange } from '#rights';
import { Injectable } from '@nestjs/common';
import { type Caller } from '../access/caller.js';
import { AuditTrail } from '../audit/audit-trail.js';
import { notFound } from '../input/id-param.js';
import { refuseFileEntry } from '../refuse-file-entry.js';
import { type OwnerLimitsInput } from './owner.dto.js';

const MAX_NAME_LENGTH = 254;

const UNLIMITED = limitColumns({});

/** Sets the limits that all tokens of one owner share, unless the config file declares them. */
@Injectable()
export class OwnerLimitsService {
  constructor(
    private readonly database: Database,
    private readonly changes: TableChanges,
    private readonly audit: AuditTrail,
  ) {}

  /** Returns the stored name of the owner: for a user, the e-mail address in lower case. */
  async store(caller: Caller, name: string, input: OwnerLimitsInput): Promise<string> {
    if (!isPrintableLine(name, MAX_NAME_LENGTH)) throw notFound('owner');
    const emails = await new UserRepository(this.database).findEmails([name]);
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
        changes: describeChanges(withStoredBudget(before ?? UNLIMITED), withStoredBudget(after)),
      });
    });
    // The next request of the caller must find the new limits.
    await this.changes.reloadRow('owners', id);
    return id;
  }
}

/** Undefined if this owner has no limits. */
async function lockLimits(transaction: Transaction, id: string): Promise<LimitColumns | undefined> {
  const owner = await new OwnerRepository(transaction).lock(id);
  if (owner === null || !owner.enabled) return undefined;
  refuseFileEntry(owner, `The limits of "${id}"`);
  const { rpm, tpm, concurrency, requestsPerDay, budget } = owner;
  return { rpm, tpm, concurrency, requestsPerDay, budget };
}

/** The columns of the given fields. */
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
