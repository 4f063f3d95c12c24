import { type Transaction } from '#database';

type Queryable = Pick<Transaction, 'query'>;

/** Adds a parameter value to a statement, and returns its placeholder, such as `$2`. */
type Parameter = (value: unknown) => string;

export interface Claim {
  leaseMs: number;
  /** The maximum number of rows. */
  max: number;
  /** A further condition in SQL. */
  where?: (parameter: Parameter) => string;
  /** Assignments besides the end of the lease, which must invalidate earlier leases of the row. */
  set: (parameter: Parameter) => string;
  returning: string;
}

const NOT_LEASED = '(lease_until IS NULL OR lease_until < statement_timestamp())';

/** The backlog of a table. Rows beyond the first `MAX_COUNTED` are not counted. */
export interface Backlog {
  unfinished: number;
  /** Due and not leased. */
  due: number;
  /** How long the oldest due row has waited; 0 if there is none. */
  oldestDueSeconds: number;
}

const MAX_COUNTED = 100_000;

/**
 * A table whose rows are work items. A worker that claims a row has a lease on it until `lease_until`. Rows have an
 * `id`.
 */
export class LeasedTable {
  constructor(
    private readonly table: {
      name: string;
      /** A condition for unfinished rows, in SQL. */
      unfinished: string;
      /** The column with the time at which a row is due. */
      dueAt: string;
    },
  ) {}

  /** Finds rows that are due and not leased, the longest waiting first, without claiming them. */
  async findDue<Row>(
    database: Queryable,
    { max, where, columns }: Pick<Claim, 'max' | 'where'> & { columns: string },
  ): Promise<Row[]> {
    const { name, unfinished, dueAt } = this.table;
    const { parameters, parameter } = createParameters();
    return database.query<Row[]>(
      `SELECT ${columns} FROM ${name}
       WHERE ${unfinished} AND ${dueAt} <= statement_timestamp() AND ${NOT_LEASED}
         AND ${where?.(parameter) ?? 'TRUE'}
       ORDER BY ${dueAt} LIMIT ${parameter(max)}`,
      parameters,
    );
  }

  /** Claims rows that are due and not leased, the longest waiting first. */
  async claim<Row>(database: Queryable, { leaseMs, max, where, set, returning }: Claim): Promise<Row[]> {
    const { name, unfinished, dueAt } = this.table;
    const { parameters, parameter } = createParameters();
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

  /** How long until the next row that is not leased is due, at most `maxMs`. */
  async nextDueInMs(database: Queryable, maxMs: number, where?: Claim['where']): Promise<number> {
    const { name, unfinished, dueAt } = this.table;
    const { parameters, parameter } = createParameters();
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

function createParameters(): { parameters: unknown[]; parameter: Parameter } {
  const parameters: unknown[] = [];
  return { parameters, parameter: (value) => `$${parameters.push(value)}` };
}
