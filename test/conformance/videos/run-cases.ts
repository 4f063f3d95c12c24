import { type Service } from '#lifecycle';
import { createWorker } from '../../../apps/worker/src/create-worker.js';
import { type FakeUpstream, startFakeUpstream } from '../../fake-upstream/index.js';
import { TEST_TOKEN, type TestGateway, eventually, startTestGateway } from '../../harness/index.js';
import { type TaskResult, type ShownTask, type VideoCase } from './cases.js';
import { type VideoRow } from './rows.js';

/** Long, because all cells run at once on a busy machine. */
const TIMEOUT_MS = 90_000;

/** One cell of the table: a row, a case and their own upstream. */
interface Cell {
  row: VideoRow;
  one: VideoCase;
  upstream: FakeUpstream;
  /** The name of its model for clients. */
  model: string;
}

interface TaskEvent {
  kind: string;
  detail: { channel?: string } | null;
}

/** All cells of the table at once, at one gateway with one worker. */
export class VideoTable {
  private readonly cells = new Map<string, Cell>();
  private readonly ends = new Map<string, Promise<TaskResult>>();
  private gateway!: TestGateway;
  private worker!: Service;

  constructor(
    private readonly rows: readonly VideoRow[],
    private readonly cases: readonly VideoCase[],
  ) {}

  async start(): Promise<void> {
    const places = this.rows.flatMap((row) =>
      this.cases.filter(({ isFor }) => isFor?.(row) ?? true).map((one) => ({ row, one })),
    );
    for (const { row, one } of places) {
      const upstream = await startFakeUpstream({ apiKeys: [row.apiKeys[0]], vendor: row.vendor });
      // Its files are on another host, as at the real service.
      upstream.videos.set({ linkOrigin: upstream.origin.replace('127.0.0.1', 'localhost') });
      one.prepare?.(upstream);
      const model = toModel(row, one);
      this.cells.set(model, { row, one, upstream, model });
    }
    this.gateway = await startTestGateway({
      channels: [...this.cells.values()].flatMap(toChannels),
      environment: { MODELGATE_ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8,::1/128' },
    });
    this.worker = await createWorker({
      ...this.gateway.shared,
      settings: {
        pollTimes: { minMs: 20, maxMs: 100, maxAfterFaultMs: 100 },
        settleMs: 300,
        lookups: 2,
        lostMs: 300,
      },
    });
    for (const cell of this.cells.values()) {
      const end = this.run(cell);
      // The caller gets the rejection; until then it must not count as unhandled.
      end.catch(() => undefined);
      this.ends.set(cell.model, end);
    }
  }

  end(row: VideoRow, one: VideoCase): Promise<TaskResult> {
    return this.ends.get(toModel(row, one)) ?? Promise.reject(new Error('there is no such place'));
  }

  async stop(): Promise<void> {
    await this.worker.close();
    await this.gateway.stop();
    await Promise.all([...this.cells.values()].map(({ upstream }) => upstream.close()));
  }

  private async run(cell: Cell): Promise<TaskResult> {
    const { row, one, upstream, model } = cell;
    const body = { model, prompt: 'A lighthouse at dusk', ...(one.isElaborate && row.asked) };
    // All cells begin at once: on a busy machine some have to retry.
    const id = await eventually(async () => (await this.ask('', body)).task_id, TIMEOUT_MS);
    if (one.onProgress !== undefined) {
      await eventually(async () => (await this.findEvents(id)).some(isBegun) || undefined, TIMEOUT_MS);
      if (one.onProgress === 'cancel') await this.ask(`/${id}/cancel`, {});
      else one.onProgress(upstream);
    }
    const task = await eventually(async () => {
      const shown = await this.ask(`/${id}`);
      return shown.status === 'completed' || shown.status === 'failed' ? shown : undefined;
    }, TIMEOUT_MS);
    const events = await this.findEvents(id);
    return {
      row,
      upstream,
      task,
      events: events.map(({ kind }) => kind),
      channels: events.flatMap(({ kind, detail }) => (kind === 'submitting' ? [detail?.channel ?? ''] : [])),
      words: this.gateway.logs.flatMap(({ taskId, word }) =>
        taskId === id && typeof word === 'string' ? [word] : [],
      ),
    };
  }

  private async ask(path: string, body?: object): Promise<ShownTask> {
    const response = await fetch(`${this.gateway.baseUrl}/video/generations${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await response.json()) as ShownTask;
  }

  private async findEvents(id: string): Promise<TaskEvent[]> {
    const rows = await this.gateway.database.query(
      'SELECT kind, detail FROM video_task_events WHERE task_id = $1 ORDER BY id',
      [id],
    );
    return rows as unknown as TaskEvent[];
  }
}

function isBegun({ kind }: TaskEvent): boolean {
  return kind === 'in-progress';
}

function toModel({ provider }: VideoRow, { name }: VideoCase): string {
  return `${provider}-${name.replaceAll(' ', '-')}`;
}

function toChannels({ row, one, upstream, model }: Cell): object[] {
  const [good, revoked] = row.apiKeys;
  const toChannel = (name: string, apiKey: string, priority: number): object => ({
    name,
    provider: row.provider,
    baseUrl: row.toBaseUrl(upstream),
    ...row.settings,
    apiKey,
    models: [{ id: model, upstream: row.model }],
    priority,
  });
  if (one.isRotated !== true) return [toChannel(model, good, 1)];
  return [toChannel(`${row.provider}-revoked`, revoked, 2), toChannel(`${row.provider}-good`, good, 1)];
}
