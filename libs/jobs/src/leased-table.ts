import { type Transaction } from '#database';

type Queryable = Pick<Transaction, 'query'>;

/** Adds a value to a statement, and gives back its place in it, such as `$2`. */
type Parameter = (value: unknown) => string;

export interface Claim {
  leaseMs: number;
  /** The most rows to take. */
  max: number;
  /** What else the rows have to be, in SQL. */
  where?: (parameter: Parameter) => string;
  /** What is written beside the end of the lease: whatever shuts out those who held the lease before. */
  set: (parameter: Parameter) => string;
  returning: string;
}

const NOT_LEASED = '(lease_until IS NULL OR lease_until < statement_timestamp())';

/** What waits in a table. Rows beyond the first `MAX_COUNTED` are not counted. */
export interface Backlog {
  unfinished: number;
  /** Due, and nobody works on it. */
  due: number;
  /** For how long the oldest of those has waited; 0 where there is none. */
  oldestDueSeconds: number;
}

const MAX_COUNTED = 100_000;

/**
 * A table whose rows wait for somebody to work on them, until the moment in `lease_until` nobody but whoever has claimed
 * them. Rows have an `id`.
 */
export class LeasedTable {
  constructor(
    private readonly table: {
      name: string;
      /** Which rows are not finished, in SQL. */
      unfinished: string;
      /** The column that says when a row is due. */
      dueAt: string;
    },
  ) {}

  /** Takes rows that are due and that nobody works on, those that have waited longest first. */
  async claim<Row>(database: Queryable, { leaseMs, max, where, set, returning }: Claim): Promise<Row[]> {
    const { name, unfinished, dueAt } = this.table;
    const { parameters, parameter } = newParameters();
    const [rows] = await database.query<[Row[], number]>(
      `WITH due AS (
         SELECT id AS due_id FROM ${name}
         WHERE ${unfinished} AND ${dueAt} <= statement_timestamp() AND ${NOT_LEASED}
           AND ${where?.(parameter) ?? 'TRUE'}
         ORDER BY ${dueAt} LIMIT ${parameter(max)} FOR UPDATE SKIP LOCKED
       )
       UPDATE ${name} SET ${set(parameter)},
         lease_until = clock_timestamp() + ${parameter(leaseMs)} * interval '1 millisecond'
       FROM due WHERE id = due_id RETURNING ${returning}`,
      parameters,
    );
    return rows;
  }

  /** How long until the next row is due that nobody works on, at most `maxMs`. */
  async nextDueInMs(database: Queryable, maxMs: number, where?: Claim['where']): Promise<number> {
    const { name, unfinished, dueAt } = this.table;
    const { parameters, parameter } = newParameters();
    const [row] = await database.query<{ due_in_ms: number | null }[]>(
      `SELECT (extract(epoch FROM min(GREATEST(${dueAt}, lease_until)) - clock_timestamp()) * 1000)::float8
         AS due_in_ms
       FROM ${name} WHERE ${unfinished} AND ${where?.(parameter) ?? 'TRUE'}`,
      parameters,
    );
    return Math.min(Math.max(row?.due_in_ms ?? maxMs, 0), maxMs);
  }

  async readBacklog(database: Queryable): Promise<Backlog> {
    const { name, unfinished, dueAt } = this.table;
    const [row] = await database.query<[Backlog]>(
      `SELECT count(*)::float8 AS unfinished, count(*) FILTER (WHERE is_due)::float8 AS due,
         COALESCE(extract(epoch FROM clock_timestamp() - min(due_at) FILTER (WHERE is_due)), 0)::float8
           AS "oldestDueSeconds"
       FROM (SELECT ${dueAt} AS due_at, ${dueAt} <= statement_timestamp() AND ${NOT_LEASED} AS is_due
         FROM ${name} WHERE ${unfinished} ORDER BY ${dueAt} LIMIT ${MAX_COUNTED}) waiting`,
    );
    return row;
  }
}

function newParameters(): { parameters: unknown[]; parameter: Parameter } {
  const parameters: unknown[] = [];
  return { parameters, parameter: (value) => `$${parameters.push(value)}` };
}
