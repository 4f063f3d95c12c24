import { type DataSource } from 'typeorm';

const FIRST_CHECK_MS = 1_000;
const CHECK_MS = 2_000;
/** After this time, a lock that is still held is logged again. */
const REMIND_MS = 60_000;

/** `pg_locks` has a 64-bit key as two halves. */
const HOLDS_ADVISORY_LOCK = `pid IN (
  SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 1
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND (classid::bigint << 32) + objid::bigint = $1::bigint)`;

interface Holder {
  pid: number;
  usename: string | null;
  application_name: string | null;
  state: string | null;
  since: Date | null;
}

/** Logs which processes hold the lock that a connection waits for: once for each holder, and again after a minute. */
export class LockWatch {
  private lastLogged = '';
  private lastLoggedAt = 0;

  private constructor(
    private readonly database: Pick<DataSource, 'query'>,
    /** A condition on the processes of the database, and its parameter. */
    private readonly holderCondition: readonly [condition: string, parameter: number],
    private readonly log: (line: string) => void,
  ) {}

  /** For a connection whose statement may wait for a lock. `pid` is its backend process. */
  static ofConnection(
    database: Pick<DataSource, 'query'>,
    pid: number,
    log: (line: string) => void,
  ): LockWatch {
    return new LockWatch(database, ['pid = ANY (pg_blocking_pids($1))', pid], log);
  }

  /** For a caller that polls for an advisory lock. */
  static ofAdvisoryLock(
    database: Pick<DataSource, 'query'>,
    key: number,
    log: (line: string) => void,
  ): LockWatch {
    return new LockWatch(database, [HOLDS_ADVISORY_LOCK, key], log);
  }

  /** Watches until the work settles, and settles like the work. */
  async during<Result>(work: Promise<Result>): Promise<Result> {
    const settled = new AbortController();
    let timer = setTimeout(() => void check(), FIRST_CHECK_MS);
    const check = async (): Promise<void> => {
      await this.logHolders().catch(() => undefined);
      if (!settled.signal.aborted) timer = setTimeout(() => void check(), CHECK_MS);
    };
    try {
      return await work;
    } finally {
      settled.abort();
      clearTimeout(timer);
    }
  }

  private async logHolders(): Promise<void> {
    const [condition, parameter] = this.holderCondition;
    const holders = await this.database.query<Holder[]>(
      `SELECT pid, usename, application_name, state, COALESCE(xact_start, backend_start) AS since
       FROM pg_stat_activity WHERE ${condition} ORDER BY pid`,
      [parameter],
    );
    if (holders.length === 0) return;
    const description = holders.map(describeHolder).join(' and ');
    if (description === this.lastLogged && performance.now() - this.lastLoggedAt < REMIND_MS) return;
    this.lastLogged = description;
    this.lastLoggedAt = performance.now();
    this.log(`waiting for a lock held by ${description}`);
  }
}

/** Without the permission to see the activity of other users, only the process id is available. */
function describeHolder({ pid, usename, application_name, state, since }: Holder): string {
  const facts = [
    application_name === null || application_name === '' ? undefined : `"${application_name}"`,
    usename === null ? undefined : `user ${usename}`,
    state ?? undefined,
    since === null ? undefined : `since ${since.toISOString()}`,
  ].filter((fact) => fact !== undefined);
  const details = facts.length === 0 ? '' : ` (${facts.join(', ')})`;
  return `process ${pid} of the database${details}`;
}
