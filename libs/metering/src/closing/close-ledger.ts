import { randomUUID } from 'node:crypto';
import { type DataSource, type EntityManager } from 'typeorm';
import { tryLockClosing } from './closing-lock.js';

/** The spool owner of the merged charges, and the prefix of the references of merged transactions. */
const CLOSED = 'closed';

/** Kinds that are merged separately. Holds are merged together with their endings. */
const SINGLE_KINDS = ['spend', 'renew', 'lease', 'lease-return', 'orphan-cost', 'grant', 'cut'] as const;
const ENDINGS = ['settle', 'release'] as const;

export interface ClosingLimits {
  /** The maximum number of transactions that one step replaces. */
  maxReplaced: number;
  /** In the current month, a batch with fewer transactions is not merged yet. */
  minReplaced: number;
  /** The maximum number of steps of a run. */
  maxSteps: number;
}

/** Each closed month has one transaction left, so this covers more than a thousand years. */
const MAX_CANDIDATES = 20_000;

const DEFAULT_LIMITS: ClosingLimits = { maxReplaced: 500, minReplaced: 200, maxSteps: 20 };

/** Transactions of one month that are replaced by one. */
interface Batch {
  ids: string[];
  references: string[];
  /** When the last of them was booked. */
  createdAt: Date;
}

interface BatchRow {
  ids: string[];
  references: string[];
  created_at: Date;
  is_over: boolean;
}

/**
 * Replaces old transactions with one per month and kind, whose entries are the sums of the replaced entries. Balances
 * do not change and all rules of `verifyLedger` still hold.
 */
export class LedgerClosing {
  constructor(
    private readonly dataSource: DataSource,
    private readonly limits = DEFAULT_LIMITS,
  ) {}

  /** Returns how many transactions were replaced. */
  async closeBefore(cutoff: Date): Promise<number> {
    let replaced = 0;
    let steps = 0;
    for (const step of [...SINGLE_KINDS, ...ENDINGS].map((kind) => this.buildStep(kind, cutoff))) {
      for (; steps < this.limits.maxSteps; steps += 1) {
        const count = await this.dataSource.transaction(step);
        if (count === 0) break;
        replaced += count;
      }
    }
    return replaced;
  }

  private buildStep(kind: string, cutoff: Date): (manager: EntityManager) => Promise<number> {
    const isEnding = (ENDINGS as readonly string[]).includes(kind);
    return async (manager) => {
      if (!(await tryLockClosing(manager))) return 0;
      const batch = await this.findBatch(manager, isEnding ? ENDED_HOLDS : SINGLE, [kind, cutoff]);
      if (batch === undefined) return 0;
      if (isEnding) return closeHolds(manager, kind, batch);
      return closeSingle(manager, kind, batch);
    };
  }

  private async findBatch(
    manager: EntityManager,
    query: string,
    parameters: readonly unknown[],
  ): Promise<Batch | undefined> {
    const { maxReplaced, minReplaced } = this.limits;
    const [row] = await manager.query<BatchRow[]>(query, [...parameters, maxReplaced]);
    if (row === undefined || row.ids.length < (row.is_over ? 2 : minReplaced)) return undefined;
    return { ids: row.ids, references: row.references, createdAt: row.created_at };
  }
}

/** Selects from the oldest month that has several transactions of a kind. Earlier results are merged again. */
const SINGLE = buildBatchQuery(`
  SELECT id, reference, created_at FROM ledger_transactions WHERE kind = $1 AND created_at < $2
    -- Grants and cuts are found by their reference as long as the budget has an account of its own.
    AND (kind NOT IN ('grant', 'cut') OR NOT EXISTS (
      SELECT FROM budget_limits WHERE account = regexp_replace(reference, '#[0-9]+$', '')))`);

/** The same for ended holds whose task was deleted and which have no recent refund. */
const ENDED_HOLDS = buildBatchQuery(`
  SELECT hold.id, hold.reference, ending.created_at
  FROM ledger_transactions ending JOIN ledger_transactions hold ON hold.reference = ending.reference AND hold.kind = 'hold'
  WHERE ending.kind = $1 AND ending.created_at < $2
    AND NOT EXISTS (SELECT FROM video_tasks WHERE id = hold.reference)
    AND NOT EXISTS (SELECT FROM ledger_transactions refund WHERE refund.kind = 'refund' AND refund.created_at >= $2
      AND split_part(refund.reference, '/refund/', 1) = hold.reference)`);

function buildBatchQuery(candidates: string): string {
  return `
    WITH candidates AS (${candidates} ORDER BY 3 LIMIT ${MAX_CANDIDATES}),
    month AS (
      SELECT date_trunc('month', created_at AT TIME ZONE 'UTC') AS start FROM candidates
      GROUP BY 1 HAVING count(*) > 1 ORDER BY 1 LIMIT 1),
    chosen AS (
      SELECT id, reference, created_at FROM candidates, month
      WHERE created_at >= start AT TIME ZONE 'UTC' AND created_at < (start + interval '1 month') AT TIME ZONE 'UTC'
      ORDER BY created_at LIMIT $3)
    SELECT array_agg(id) AS ids, array_agg(reference) AS references, max(created_at) AS created_at,
      (SELECT (start + interval '1 month') AT TIME ZONE 'UTC' <= $2 FROM month) AS is_over
    FROM chosen HAVING count(*) > 1`;
}

async function closeSingle(manager: EntityManager, kind: string, batch: Batch): Promise<number> {
  // The reference of a spend transaction is the UUID of its row in usage_charges.
  const id = randomUUID();
  const reference = kind === 'spend' ? id : `${CLOSED}/${id}`;
  const isBooked = await replace(manager, { kind, reference, ids: batch.ids, createdAt: batch.createdAt });
  if (kind === 'spend') await closeCharges(manager, batch, isBooked ? id : undefined);
  return batch.ids.length;
}

/** Merges holds with their endings and refunds, so that the rules about holds and refunds still hold. */
async function closeHolds(manager: EntityManager, kind: string, batch: Batch): Promise<number> {
  const reference = `${CLOSED}/${randomUUID()}`;
  const { createdAt, references } = batch;
  const endings = await findIds(manager, 'kind = $1 AND reference = ANY($2)', [kind, references]);
  const refunds = await findIds(
    manager,
    `kind = 'refund' AND split_part(reference, '/refund/', 1) = ANY($1)`,
    [references],
  );
  await replace(manager, { kind: 'hold', reference, ids: batch.ids, createdAt });
  await replace(manager, { kind, reference, ids: endings, createdAt });
  await replace(manager, { kind: 'refund', reference: `${reference}/refund/1`, ids: refunds, createdAt });
  return batch.ids.length + endings.length + refunds.length;
}

async function findIds(manager: EntityManager, where: string, parameters: unknown[]): Promise<string[]> {
  const rows = await manager.query<{ id: string }[]>(
    `SELECT id FROM ledger_transactions WHERE ${where}`,
    parameters,
  );
  return rows.map(({ id }) => id);
}

interface Replacement {
  kind: string;
  reference: string;
  /** The replaced transactions. */
  ids: readonly string[];
  createdAt: Date;
}

/** Returns whether a transaction was inserted. If all entries sum to 0, none is. */
async function replace(
  manager: EntityManager,
  { kind, reference, ids, createdAt }: Replacement,
): Promise<boolean> {
  if (ids.length === 0) return false;
  const sums = await manager.query<{ account: string; amount: string }[]>(
    `SELECT account_id AS account, sum(amount) AS amount FROM ledger_entries WHERE transaction_id = ANY($1)
     GROUP BY account_id HAVING sum(amount) <> 0`,
    [ids],
  );
  const total = sums.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  if (total !== 0n) throw new Error(`the ledger cannot be closed: ${kind} of a month is off by ${total}`);
  await manager.query('DELETE FROM ledger_entries WHERE transaction_id = ANY($1)', [ids]);
  await manager.query('DELETE FROM ledger_transactions WHERE id = ANY($1)', [ids]);
  if (sums.length === 0) return false;
  await manager.query(
    `WITH closed AS (
       INSERT INTO ledger_transactions (kind, reference, created_at) VALUES ($1, $2, $3) RETURNING id)
     INSERT INTO ledger_entries (transaction_id, account_id, amount)
     SELECT id, account, amount FROM closed, unnest($4::text[], $5::bigint[]) AS sums (account, amount)`,
    [kind, reference, createdAt, sums.map(({ account }) => account), sums.map(({ amount }) => amount)],
  );
  return true;
}

/** Merges the charges of spend transactions. The number of events is capped at the maximum of its column. */
async function closeCharges(
  manager: EntityManager,
  { references, createdAt }: Batch,
  batch: string | undefined,
): Promise<void> {
  const [rows] = await manager.query<[{ events: number; cost: string }[], number]>(
    'DELETE FROM usage_charges WHERE batch = ANY($1::uuid[]) RETURNING event_count AS events, cost_micro_usd AS cost',
    [references],
  );
  if (batch === undefined) return;
  await manager.query(
    `INSERT INTO usage_charges (batch, spool_owner, event_count, cost_micro_usd, created_at)
     VALUES ($1, $2, LEAST($3::bigint, 2147483647), $4, $5)`,
    [
      batch,
      CLOSED,
      rows.reduce((sum, { events }) => sum + events, 0),
      String(rows.reduce((sum, { cost }) => sum + BigInt(cost), 0n)),
      createdAt,
    ],
  );
}
