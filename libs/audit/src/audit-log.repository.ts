import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource, type EntityManager } from 'typeorm';
import { toCondition } from './audit-conditions.js';
import { getNextSide, writeCursor } from './audit-cursor.js';
import { type NewAuditEntry } from './audit-entry.js';
import { type AuditHead, GENESIS } from './audit-head.js';
import { type AuditPage, type AuditQuery } from './audit-query.js';
import { INSERT_ENTRY, SELECT_ENTRIES, chain, toEntry, exactTime, getParameters } from './audit-rows.js';
import { type ChainedEntry } from './chained-entry.js';

const APPEND_LOCK = 7_163_550_615;

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 1_000;

/** Who changed what. It is only ever added to, and each entry has the hash of the one before it. */
@Injectable()
export class AuditLog {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * Writes an entry in the caller's transaction: it is there if and only if what it tells of has happened. From here to
   * the end of the transaction nobody else can write one, so this is best the last thing that the transaction does.
   */
  async append(manager: EntityManager, entry: NewAuditEntry): Promise<void> {
    if (manager.queryRunner?.isTransactionActive !== true) {
      throw new Error('an audit entry is written in the transaction of what it tells of');
    }
    // A statement of its own: the next one has to see what whoever had the lock before has written.
    await manager.query('SELECT pg_advisory_xact_lock($1)', [APPEND_LOCK]);
    const { head, now } = await readEnd(manager);
    await manager.query(INSERT_ENTRY, getParameters(chain(entry, head, now)));
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

/** The time is the database's, since the processes may not agree on one. */
async function readEnd(manager: EntityManager): Promise<{ head: AuditHead; now: string }> {
  const [{ now }] = await manager.query<[{ now: string }]>(`SELECT ${exactTime('clock_timestamp()')} AS now`);
  const [head = GENESIS] = await manager.query<AuditHead[]>(
    `SELECT seq::float8, encode(hash, 'hex') AS hash FROM audit_entries ORDER BY audit_entries.seq DESC LIMIT 1`,
  );
  return { head, now };
}
