import { Client } from 'pg';

/** Frequent statements of the previous version, on tables that requests depend on. */
const STATEMENTS = [
  `INSERT INTO public.idempotency_keys (id, run_id, body_hash, state, lease_until, expires_at)
   VALUES (uuid_send(gen_random_uuid()), gen_random_uuid(), '\\x00', 'running', now(), now() + interval '1 hour')`,
  'UPDATE public.budget_leases SET renewed_at = now()',
  'UPDATE public.tokens SET updated_at = now()',
  'SELECT count(*) FROM public.models, public.channels, public.usage_events',
  `SELECT id FROM public.video_tasks WHERE status = 'queued' FOR UPDATE SKIP LOCKED`,
];

/** Clients of a database that run statements one after the other until they are stopped. */
export class StatementLoad {
  done = 0;
  readonly failures: string[] = [];
  private isOver = false;
  private readonly lanes: Promise<unknown>;

  constructor(url: string) {
    this.lanes = Promise.all(STATEMENTS.map((statement) => this.runLane(url, statement)));
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.lanes;
  }

  private async runLane(url: string, statement: string): Promise<void> {
    const client = new Client({ connectionString: url });
    await client.connect();
    while (!this.isOver) {
      try {
        await client.query(statement);
        this.done += 1;
      } catch (error) {
        this.failures.push(`${statement}: ${(error as Error).message}`);
      }
    }
    await client.end();
  }
}
