import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ChannelHealth } from '#catalog';
import { type PublicFetcher } from '#egress';
import { SlotQueue } from '#limits';
import { findProvider } from '#providers';
import { type Failpoint, type TaskWorker, type VideoTask, type VideoTasks } from '#video-tasks';
import { pino } from 'pino';
import { admittedCall } from '../../harness/admitted-call.js';
import { type HarnessDatabase } from '../database-copies.js';
import { findBrokenTaskInvariants, isMonotone } from '../invariants.js';
import { TEST_SECRET_BOX } from '../test-secret-box.js';
import { type Tier, buildChannel } from '../tiers.js';
import { NO_BUDGETS, toCatalog, buildToken } from '../video-harness.js';
import { type NewSubmission, type Submission, type ObservedState, type TaskState } from './submission.js';
import { memoryMedia } from './memory-media.js';
import { type Script, ScriptedUpstream } from './scripted-upstream.js';
import {
  createTaskWorker,
  createVideoTasks,
} from '../../../libs/video-tasks/src/__fixtures__/create-video-tasks.js';

export type WorkerName = 'A' | 'B';

/** A step that was paused in the middle. */
interface HeldStep {
  submissionId: string;
  epoch: string | undefined;
  done: Promise<void>;
  resumeStep: () => void;
}

const SETTINGS = {
  settleMs: 10,
  lookups: 2,
  lostMs: 0,
  maxSubmits: 4,
  pollTimes: { minMs: 1, maxMs: 1, maxAfterFaultMs: 1 },
};
const HEALTHY: Script = { create: 'accepted', status: 'completed', isListed: true };
const ROUNDS_TO_THE_END = 30;
const DEFAULT_LEASE_MS = 90_000;

/** The real system: tasks in a database, two workers that run only single steps, an upstream with a script. */
export class RealSystem {
  readonly submissions: Submission[] = [];
  readonly upstream = new ScriptedUpstream('honours');
  readonly held = new Map<WorkerName, HeldStep>();
  /** Steps never throw, whatever happens around them. */
  readonly thrown: unknown[] = [];
  readonly files = new Set<string>();
  private readonly tokens = [buildToken(randomUUID()), buildToken(randomUUID())];
  private readonly folder = mkdtempSync(join(tmpdir(), 'modelgate-test-video-model-'));
  private readonly media = memoryMedia(this.files);
  private readonly tasks: VideoTasks;
  private readonly workers: Record<WorkerName, TaskWorker>;
  private holdAt: { worker: WorkerName; failpoint: Failpoint; reached: () => void } | undefined;
  private readonly resumed = new Map<WorkerName, () => void>();

  constructor(
    readonly database: HarnessDatabase,
    readonly tier: Tier,
  ) {
    const price = { getPrice: () => ({ perSecondVideo: 0.1 }), getDeadlineMinutes: () => 60 };
    const place = { url: 'http://127.0.0.1/v1', origin: 'http://127.0.0.1' };
    const plain = { ...buildChannel('list', place), apiKeys: [`plain-${randomUUID()}`] };
    const first = tier === 'key' ? `honours-${randomUUID()}` : `first-${randomUUID()}`;
    const best = { ...plain, id: 'best', provider: tier, apiKeys: [first] };
    const spare = { ...plain, id: 'spare', provider: 'list' };
    const targets = [best, spare].map((channel) => ({ channel, upstreamModel: 'video-1' }));
    this.tasks = createVideoTasks({
      dataSource: database,
      catalog: { ...price, targetsFor: () => [{ channel: plain, upstreamModel: 'video-1' }] },
      media: this.media,
      secretBox: TEST_SECRET_BOX,
      accounts: NO_BUDGETS,
      wake: () => undefined,
    });
    const catalog = toCatalog(targets);
    this.workers = { A: this.openWorker('A', catalog), B: this.openWorker('B', catalog) };
  }

  async submit({ prompt: promptNumber, token: tokenNumber }: NewSubmission): Promise<void> {
    const token = this.tokens[tokenNumber] ?? buildToken('');
    const key = randomUUID();
    const prompt = `video ${promptNumber}`;
    const { task, replayed } = await this.accept({ token, key, prompt });
    if (replayed !== false) throw new Error('a new order was taken for an old one');
    this.submissions.push({ id: task.id, key, prompt, token, seen: [], isDeleted: false });
  }

  accept({ token, key, prompt }: Pick<Submission, 'token' | 'key' | 'prompt'>) {
    return this.tasks.accept({
      admitted: admittedCall(token),
      request: { model: 'video', prompt, images: [], durationSeconds: 4 },
      route: 'model',
      body: Buffer.from(prompt),
      idempotencyKey: key,
      webhookUrl: 'http://127.0.0.1/hook',
    });
  }

  cancel({ token, id }: Submission): Promise<VideoTask> {
    return this.tasks.cancel(token, id);
  }

  async delete(submission: Submission): Promise<void> {
    await this.tasks.delete(submission.token, submission.id);
    submission.isDeleted = true;
  }

  /** Runs the next step of a task, as if it were due. False if another worker holds it. */
  async step(name: WorkerName, { id }: Submission, script: Script): Promise<boolean> {
    this.upstream.script = script;
    await this.set(id, "next_run_at = clock_timestamp() - interval '1 second'");
    return this.workers[name].step(id).catch((error: unknown) => {
      this.thrown.push(error);
      return true;
    });
  }

  /** Begins a step and pauses it at a point, if it gets there. */
  async hold(name: WorkerName, submission: Submission, failpoint: Failpoint, script: Script): Promise<void> {
    const reached = new Promise<'reached'>((resolve) => {
      this.holdAt = { worker: name, failpoint, reached: () => resolve('reached') };
    });
    const done = this.step(name, submission, script).then(() => undefined);
    const first = await Promise.race([reached, done]);
    this.holdAt = undefined;
    if (first !== 'reached') return;
    const { epoch } = await this.lastChange(submission.id);
    this.held.set(name, {
      submissionId: submission.id,
      epoch,
      done,
      resumeStep: () => this.resumed.get(name)?.(),
    });
  }

  /** Continues a paused step. If another worker has the lease by now, it may only record the id of a video. */
  async release(name: WorkerName): Promise<void> {
    const step = this.held.get(name);
    if (step === undefined) return;
    this.held.delete(name);
    const before = await this.lastChange(step.submissionId);
    step.resumeStep();
    await step.done;
    const after = await this.lastChange(step.submissionId);
    if (before.epoch !== step.epoch && after.change !== before.change && after.change !== 'submitted') {
      throw new Error(`a worker without a lease has changed a task: ${after.change}`);
    }
  }

  expireLease({ id }: Submission): Promise<void> {
    return this.set(id, "lease_until = clock_timestamp() - interval '1 millisecond'");
  }

  passDeadline({ id }: Submission): Promise<void> {
    return this.set(id, "deadline_at = clock_timestamp() - interval '1 millisecond'");
  }

  async getState({ id }: Submission): Promise<TaskState | undefined> {
    const [row] = await this.database.query<TaskState[]>(
      `SELECT phase, status, cancel_requested_at IS NOT NULL AS "isCancelled", submit_attempt AS attempts,
         error_code AS "errorCode",
         deadline_at <= clock_timestamp() AS "isOverdue", resolve_until IS NOT NULL AS "mayHaveArrived",
         COALESCE(lease_until > clock_timestamp(), false) AS "isLeased"
       FROM video_tasks WHERE id = $1`,
      [id],
    );
    return row;
  }

  private async lastChange(id: string): Promise<{ epoch?: string; change?: string }> {
    const [row] = await this.database.query<{ epoch: string; change: string }[]>(
      `SELECT t.lease_epoch AS epoch, CASE e.kind WHEN 'submitted' THEN e.kind ELSE e.kind || e.id END AS change
       FROM video_tasks t JOIN video_task_events e ON e.task_id = t.id
       WHERE t.id = $1 ORDER BY e.id DESC LIMIT 1`,
      [id],
    );
    return row ?? {};
  }

  /** Reads what every client sees; throws if a state goes back, or if money is held that should not be. */
  async observe(): Promise<void> {
    const rows = await this.database.query<(ObservedState & { id: string; held: string })[]>(
      `SELECT id, status, version, progress, held_micro_usd AS held FROM video_tasks WHERE owner = ANY($1)`,
      [this.owners],
    );
    for (const { id, held: _held, ...now } of rows) {
      const seen = this.submissions.find((submission) => submission.id === id)?.seen ?? [];
      seen.push(now);
      if (!isMonotone(seen)) throw new Error(`a task went back: ${JSON.stringify(seen)}`);
    }
    const [{ held } = { held: '0' }] = await this.database.query<{ held: string | null }[]>(
      'SELECT sum(balance) AS held FROM ledger_accounts WHERE id = ANY($1)',
      [this.tokens.map(({ id }) => `token:${id}/held`)],
    );
    const live = rows.filter(({ status }) => status === 'queued' || status === 'in_progress');
    const wanted = live.reduce((sum, row) => sum + Number(row.held), 0);
    if (Number(held ?? 0) !== wanted) throw new Error(`${held} is held, and not ${wanted}`);
    if (this.thrown.length > 0) throw this.thrown[0];
  }

  /** Ends all faults: every task must end, and every invariant must hold. */
  async finish(zombies: 'before' | 'after'): Promise<string[]> {
    if (zombies === 'before') await this.releaseAll();
    for (let round = 0; round < ROUNDS_TO_THE_END; round += 1) {
      const unfinished = await this.unfinished();
      if (unfinished.length === 0) break;
      for (const submission of unfinished) {
        await this.expireLease(submission);
        await this.step('B', submission, HEALTHY);
      }
    }
    await this.releaseAll();
    await this.observe();
    const { database, owners } = this;
    const broken = await findBrokenTaskInvariants({
      database,
      made: this.upstream.videos,
      submitLeaseMs: DEFAULT_LEASE_MS,
      owners,
    });
    const completed = this.submissions.filter(
      ({ seen, isDeleted }) => !isDeleted && seen.at(-1)?.status === 'completed',
    );
    const files = this.files.size;
    return files === completed.length ? broken : [...broken, `${files} files of ${completed.length} videos`];
  }

  async close(): Promise<void> {
    await this.releaseAll();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async unfinished(): Promise<Submission[]> {
    const rows = await this.database.query<{ id: string }[]>(
      `SELECT id FROM video_tasks WHERE owner = ANY($1) AND status IN ('queued', 'in_progress')`,
      [this.owners],
    );
    return this.submissions.filter((submission) => rows.some(({ id }) => id === submission.id));
  }

  private get owners(): string[] {
    return this.tokens.map(({ owner }) => owner);
  }

  private async releaseAll(): Promise<void> {
    for (const name of ['A', 'B'] as const) await this.release(name);
  }

  private async set(id: string, assignment: string): Promise<void> {
    await this.database.query(
      `UPDATE video_tasks SET ${assignment} WHERE id = $1 AND status IN ('queued', 'in_progress')`,
      [id],
    );
  }

  private openWorker(
    name: WorkerName,
    catalog: Parameters<typeof createTaskWorker>[0]['catalog'],
  ): TaskWorker {
    const provider = findProvider('openai-compatible');
    const logger = pino({ level: 'silent' });
    return createTaskWorker({
      worker: name,
      dataSource: this.database,
      catalog,
      media: this.media,
      secretBox: TEST_SECRET_BOX,
      http: this.upstream,
      fetcher: NO_FETCHER,
      logger,
      health: new ChannelHealth({ logger }),
      slots: new SlotQueue(),
      dataDir: join(this.folder, name),
      settings: SETTINGS,
      findProvider: (id) =>
        provider?.video === undefined
          ? undefined
          : { ...provider, video: { ...provider.video, signature: id as Tier } },
      pass: (failpoint) => this.pass(name, failpoint),
    });
  }

  private async pass(name: WorkerName, failpoint: Failpoint): Promise<void> {
    const { holdAt } = this;
    if (holdAt?.worker !== name || holdAt.failpoint !== failpoint) return;
    this.holdAt = undefined;
    const resumed = new Promise<void>((resolve) => {
      this.resumed.set(name, resolve);
    });
    holdAt.reached();
    await resumed;
  }
}

/** No video of this upstream is behind a link. */
const NO_FETCHER = {} as PublicFetcher;
