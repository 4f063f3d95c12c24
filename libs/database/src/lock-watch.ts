import { type DataSource } from 'typeorm';

const FIRST_LOOK_MS = 1_000;
const LOOK_MS = 2_000;
/** Who waits for long is reminded of it. */
const REMIND_MS = 60_000;

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

  constructor(
    private readonly database: Pick<DataSource, 'query'>,
    /** Of the connection that may have to wait, at the database. */
    private readonly pid: number,
    private readonly say: (line: string) => void,
  ) {}

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
    const holders = await this.database.query<Holder[]>(
      `SELECT pid, usename, application_name, state, COALESCE(xact_start, backend_start) AS since
       FROM pg_stat_activity WHERE pid = ANY (pg_blocking_pids($1)) ORDER BY pid`,
      [this.pid],
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
