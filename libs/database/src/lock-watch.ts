import { type DataSource } from 'typeorm';

const FIRST_LOOK_MS = 1_000;
const LOOK_MS = 2_000;
/** Who waits for long is reminded of it. */
const REMIND_MS = 60_000;

/** A key of 64 bits stands in the list of locks as two halves. */
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

/** Tells who holds what a connection waits for: once for each holder, and again after a minute. */
export class LockWatch {
  private lastSaid = '';
  private lastSaidAt = 0;

  private constructor(
    private readonly database: Pick<DataSource, 'query'>,
    /** A condition on the processes of the database, and its parameter. */
    private readonly holds: readonly [condition: string, parameter: number],
    private readonly say: (line: string) => void,
  ) {}

  /** For a connection that may have to wait inside of a statement; it is known by its process at the database. */
  static ofConnection(
    database: Pick<DataSource, 'query'>,
    pid: number,
    say: (line: string) => void,
  ): LockWatch {
    return new LockWatch(database, ['pid = ANY (pg_blocking_pids($1))', pid], say);
  }

  /** For whoever asks for an advisory lock until it is free. */
  static ofAdvisoryLock(
    database: Pick<DataSource, 'query'>,
    key: number,
    say: (line: string) => void,
  ): LockWatch {
    return new LockWatch(database, [HOLDS_ADVISORY_LOCK, key], say);
  }

  /** Resolves or rejects as the work does. */
  async during<Result>(work: Promise<Result>): Promise<Result> {
    const settled = new AbortController();
    let timer = setTimeout(() => void look(), FIRST_LOOK_MS);
    const look = async (): Promise<void> => {
      await this.look().catch(() => undefined);
      if (!settled.signal.aborted) timer = setTimeout(() => void look(), LOOK_MS);
    };
    try {
      return await work;
    } finally {
      settled.abort();
      clearTimeout(timer);
    }
  }

  private async look(): Promise<void> {
    const [condition, parameter] = this.holds;
    const holders = await this.database.query<Holder[]>(
      `SELECT pid, usename, application_name, state, COALESCE(xact_start, backend_start) AS since
       FROM pg_stat_activity WHERE ${condition} ORDER BY pid`,
      [parameter],
    );
    if (holders.length === 0) return;
    const said = holders.map(describeHolder).join(' and ');
    if (said === this.lastSaid && performance.now() - this.lastSaidAt < REMIND_MS) return;
    this.lastSaid = said;
    this.lastSaidAt = performance.now();
    this.say(`waiting for a lock that is held by ${said}`);
  }
}

/** What others do, the database tells only to those who may know: then there is the number alone. */
function describeHolder({ pid, usename, application_name, state, since }: Holder): string {
  const known = [
    application_name === null || application_name === '' ? undefined : `"${application_name}"`,
    usename === null ? undefined : `user ${usename}`,
    state ?? undefined,
    since === null ? undefined : `since ${since.toISOString()}`,
  ].filter((fact) => fact !== undefined);
  const facts = known.length === 0 ? '' : ` (${known.join(', ')})`;
  return `process ${pid} of the database${facts}`;
}
