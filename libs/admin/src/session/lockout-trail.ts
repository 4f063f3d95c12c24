import { type Lockout } from '#access';
import { AuditLog, type NewAuditEntry } from '#audit';
import { Database } from '#database';
import { Injectable, Logger } from '@nestjs/common';

/** Writes an audit entry for each lockout. */
@Injectable()
export class LockoutTrail {
  private readonly logger = new Logger(LockoutTrail.name);

  constructor(
    private readonly database: Database,
    private readonly log: AuditLog,
  ) {}

  /** Never rejects: the lockout applies even if the entry cannot be written. */
  async record(lockout: Lockout): Promise<void> {
    try {
      await this.database.transaction((transaction) => this.log.append(transaction, toEntry(lockout)));
    } catch (error) {
      this.logger.error('a lockout could not be recorded in the audit log', error);
    }
  }
}

function toEntry({ of, until, address, requestId }: Lockout): NewAuditEntry {
  const subject =
    'user' in of
      ? { type: 'user', id: of.user.id, name: of.user.email }
      : { type: 'address', id: of.network, name: of.network };
  return {
    actor: { kind: 'anonymous', id: address, name: address },
    action: `${subject.type}.lock-out`,
    subject,
    changes: { lockedUntil: { from: null, to: until.toISOString() } },
    address,
    requestId,
  };
}
