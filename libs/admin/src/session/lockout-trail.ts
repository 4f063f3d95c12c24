import { type Lockout } from '#access';
import { AuditLog, type NewAuditEntry } from '#audit';
import { Database } from '#database';
import { Injectable, Logger } from '@nestjs/common';

/** Writes down that somebody is locked out: once for each time, however many attempts follow. */
@Injectable()
export class LockoutTrail {
  private readonly logger = new Logger(LockoutTrail.name);

  constructor(
    private readonly database: Database,
    private readonly log: AuditLog,
  ) {}

  /** Never rejects: what was refused stays refused, whether it can be written down or not. */
  async record(lockout: Lockout): Promise<void> {
    try {
      await this.database.transaction((transaction) => this.log.append(transaction, toEntry(lockout)));
    } catch (error) {
      this.logger.error('could not write down a lockout', error);
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
