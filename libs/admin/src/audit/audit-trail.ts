import { type AuditActor, type AuditChanges, AuditLog, type AuditSubject } from '#audit';
import { type Transaction } from '#database';
import { Injectable } from '@nestjs/common';
import { type Principal } from '#rights';
import { type Caller } from '../access/caller.js';

export interface AuditedAction {
  /** Noun and verb: `token.create`. */
  action: `${string}.${string}`;
  subject: AuditSubject;
  changes?: AuditChanges;
}

/** Writes audit entries of the admin API. */
@Injectable()
export class AuditTrail {
  constructor(private readonly log: AuditLog) {}

  /** Must be the last step of a transaction. */
  async record(
    transaction: Transaction,
    { principal, address, requestId }: Caller,
    deed: AuditedAction,
  ): Promise<void> {
    await this.log.append(transaction, { actor: toActor(principal), ...deed, address, requestId });
  }
}

export function toActor(principal: Principal): AuditActor {
  switch (principal.kind) {
    case 'user':
      return { kind: 'user', id: principal.userId, name: principal.email };
    case 'admin-token':
      return { kind: 'admin-token', id: principal.id, name: principal.name };
    case 'operator':
      return { kind: 'operator', id: 'operator', name: 'operator' };
  }
}
