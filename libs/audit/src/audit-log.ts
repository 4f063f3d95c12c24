import { ADVISORY_LOCKS, Database } from '#database';
import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { toCondition } from './audit-conditions.js';
import { getNextSide, writeCursor } from './audit-cursor.js';
import { type NewAuditEntry } from './audit-entry.js';
import { type AuditHead, GENESIS } from './audit-head.js';
import { type AuditPage, type AuditQuery } from './audit-query.js';
import {
  INSERT_ENTRY,
  SELECT_ENTRIES,
  chainEntry,
  toEntry,
  formatExactTime,
  getParameters,
} from './audit-rows.js';
import { type ChainedEntry } from './chained-entry.js';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 1_000;

/** The administrative changes. Entries are only appended, and each contains the hash of the previous one. */
@Injectable()
export class AuditLog {
  constructor(private readonly dataSource: Database) {}

  /**
   * Writes an entry in the transaction of its change, so that either both are committed or neither. The lock blocks all
   * other writers until the transaction ends, so call this last.
   */
  async append(manager: EntityManager, entry: NewAuditEntry): Promise<void> {
    if (manager.queryRunner?.isTransactionActive !== true) {
      throw new Error('an audit entry must be written in the transaction of its change');
    }
    // A separate statement, so that the next one sees the entry of the previous lock holder.
    await manager.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.auditLog]);
    const { head, now } = await readEnd(manager);
    await manager.query(INSERT_ENTRY, getParameters(chainEntry(entry, head, now)));
  }

  async list({ limit = DEFAULT_LIMIT, ...query }: AuditQuery = {}): Promise<AuditPage> {
    const size = Math.min(Math.max(1, limit), MAX_LIMIT);
    const { sql, parameters } = toCondition(query);
    const side = getNextSide(query);
    const direction = side === 'after' ? 'ASC' : 'DESC';
    const rows = await this.dataSource.query<ChainedEntry[]>(
      `${SELECT_ENTRIES} WHERE ${sql} ORDER BY audit_entries.seq ${direction} LIMIT ${size + 1}`,
      parameters,
    );
    const entries = rows.slice(0, size).map(toEntry);
    const last = entries.at(-1);
    const hasMore = rows.length > size && last !== undefined;
    return hasMore ? { entries, next: writeCursor(side, last.seq) } : { entries };
  }
}

/** Uses the time of the database, because the clocks of the processes can differ. */
async function readEnd(manager: EntityManager): Promise<{ head: AuditHead; now: string }> {
  const [{ now }] = await manager.query<[{ now: string }]>(
    `SELECT ${formatExactTime('clock_timestamp()')} AS now`,
  );
  const [head = GENESIS] = await manager.query<AuditHead[]>(
    `SELECT seq::float8, encode(hash, 'hex') AS hash FROM audit_entries ORDER BY audit_entries.seq DESC LIMIT 1`,
  );
  return { head, now };
}
