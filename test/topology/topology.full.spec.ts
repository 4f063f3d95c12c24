import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import { type CommandResult } from '../cli/run-modelgate.js';
import { TEST_TOKEN, createEmptyDatabase, eventually } from '../harness/index.js';
import { HEADERS, ask, chat, finishVideo, makeVideo } from './client.js';
import { Load } from './load.js';
import { type Machine } from './machine.js';
import { readSystemdUnit, renderPod } from './prescribed-starts.js';
import { type PreviousBuild, buildPrevious } from './previous-build.js';
import { describePreviousPrograms } from './previous-programs.cases.js';
import { THIS_CHECKOUT, TOKENS, Topology } from './topology.js';

/** Far less than the half minute after which everything is read again. */
const SOON_MS = 3_000;
const LANES = 8;
/** Longer than any default retention. */
const OLD_DAYS = 200;
/** The rest of the ledger of one or two closed months. */
const FEW = 15;
/** Kinds of spans: the request, and the upstream request. */
const [SERVER, CLIENT] = [2, 3];

const EMBEDDING = { model: 'sandbox-embedding', input: 'Hello!' };

describe('an installation on several machines', () => {
  let previous: PreviousBuild;
  let topology: Topology;
  const measured: string[] = [];
  const note = (what: string): void => void measured.push(`  ${what}`);

  beforeAll(async () => {
    previous = await buildPrevious();
    topology = await Topology.start(previous.checkout);
  }, 600_000);

  afterAll(async () => {
    process.stdout.write(`On three APIs and two workers:\n${measured.join('\n')}\n`);
    await topology.remove();
    previous.remove();
  });

  const everyApi = <Result>(look: (api: Machine) => Promise<Result>): Promise<Result[]> =>
    Promise.all(topology.apis.map(look));
  /** Measures how long it takes until this is true on every API. */
  const measure = async (isSo: (api: Machine) => Promise<boolean>): Promise<number> => {
    const beganAt = performance.now();
    await everyApi((api) => eventually(() => isSo(api), SOON_MS));
    return Math.round(performance.now() - beganAt);
  };
  const countEvents = async (): Promise<number> => {
    const [row] = await topology.services.database.query(
      `SELECT count(*)::int AS events FROM usage_events
       JOIN usage_names ON usage_names.id = usage_events.model WHERE name <> 'sandbox-video'`,
    );
    return Number(row?.['events']);
  };

  it('is upgraded one machine after the other under load, without an error for clients', async () => {
    const load = new Load(topology.balancer.origin, LANES);
    const videos = [await makeVideo(topology.balancer.origin), await makeVideo(topology.balancer.origin)];
    await eventually(() => load.answered > 50);
    const migratedAt = performance.now();
    expectDone(await topology.run(['migrate']));
    note(`migrations under load: ${Math.round(performance.now() - migratedAt)} ms`);
    for (const machine of topology.machines) {
      expect([machine.name, await machine.stop()]).toEqual([machine.name, 0]);
      videos.push(await makeVideo(topology.balancer.origin));
      await machine.start(THIS_CHECKOUT);
    }
    const before = load.answered;
    await eventually(() => load.answered > before + 50);
    await load.stop();
    note(`upgrade from ${previous.description}: ${load.failures.length} of ${load.answered} requests failed`);
    expect(load.failures).toEqual([]);
    await Promise.all(videos.map((id) => finishVideo(topology.balancer.origin, id)));
    await eventually(async () => (await countEvents()) === load.answered);
    expect(expectDone(await topology.run(['ledger', 'verify']))).toContain('no problems found');
    // Workers look for old rows once a minute: they delete them while other tests run.
    const aged = await topology.age(OLD_DAYS);
    expect(aged['usage_events']).toBeGreaterThanOrEqual(load.answered);
    expect(aged['video_tasks']).toBeGreaterThanOrEqual(videos.length);
    expect(aged['ledger_transactions']).toBeGreaterThan(FEW);
    note(`made ${OLD_DAYS} days older: ${JSON.stringify(aged)}`);
  }, 240_000);

  describePreviousPrograms(() => previous);

  it('has a video on every API, whichever worker made it and whatever their folders', async () => {
    const { url = '' } = await finishVideo(
      topology.balancer.origin,
      await makeVideo(topology.balancer.origin),
    );
    const { pathname, search } = new URL(url);
    const files = await everyApi(async ({ origin }) => {
      const response = await fetch(origin + pathname + search);
      return Buffer.from(await response.arrayBuffer());
    });
    expect(files[0]?.subarray(4, 8).toString()).toBe('ftyp');
    expect(files.every((file) => file.equals(files[0] ?? file))).toBe(true);
    note(`a video of ${files[0]?.length ?? 0} bytes is the same on ${files.length} APIs`);
  });

  it('keeps the newest config file, however old that of a starting machine is', async () => {
    const late = { name: 'late', key: 'sk-mg-late-0123456789abcdef' };
    const { tokens, ...others } = topology.config as { tokens: object[] };
    const newer = await topology.add('api', 'newer', { ...others, tokens: [...tokens, late] });
    const forgotten = await topology.add('api', 'forgotten');
    expectDone(await topology.run(['config', 'apply'], newer.environment));
    const arrivedMs = await measure(
      async ({ origin }) => (await chat(origin, 'Hi', late.key)).status === 200,
    );
    note(`a token of a new file works on every API after ${arrivedMs} ms`);
    await forgotten.start(THIS_CHECKOUT);
    expect(forgotten.stderr).toContain('was not applied: it has generation 1');
    for (const { origin } of [...topology.apis, forgotten])
      expect((await chat(origin, 'Hi', late.key)).status).toBe(200);
    await forgotten.stop();

    const empty = await topology.add('api', 'empty', {});
    const refused = await topology.run(['config', 'apply'], empty.environment);
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('--allow-disable')]);
    expect((await topology.run(['config', 'diff'], newer.environment)).exitCode).toBe(0);
  });

  it('applies a manual revocation on every machine, with and without the pooler', async () => {
    const [token] = TOKENS;
    const status = async ({ origin }: Machine): Promise<number> =>
      (await chat(origin, 'Hi', token?.key ?? '')).status;
    expectDone(await topology.run(['token', 'revoke', 'first']));
    note(
      `a revoked token is refused by every API after ${await measure(async (api) => (await status(api)) === 401)} ms`,
    );
    const drift = await topology.run(['config', 'diff']);
    expect([drift.exitCode, drift.stdout]).toEqual([2, expect.stringContaining('first')]);
    expectDone(await topology.run(['config', 'clear-override', 'first']));
    await measure(async (api) => (await status(api)) === 200);
    for (const api of topology.apis)
      expect(await api.readMetrics()).toMatch(/^modelgate_changes_arriving 1$/m);
  });

  it('responds while the log of a machine is not read, and reports how much of it is lost', async () => {
    const unread = await topology.add('api', 'unread');
    await unread.start(THIS_CHECKOUT, { readsLog: false });
    // Each has a line, and all lines are more than a pipe and the gateway's own buffer hold.
    const statuses = new Set<number>();
    for (let round = 0; round < 150; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => ask(unread.origin, '/v1/embeddings', EMBEDDING)),
      );
      for (const answer of answers) statuses.add((await answer.arrayBuffer(), answer.status));
    }
    expect([...statuses]).toEqual([200]);
    const [, dropped] = /^modelgate_log_lines_dropped_total (\d+)$/m.exec(await unread.readMetrics()) ?? [];
    expect(Number(dropped)).toBeGreaterThan(0);
    note(`with stderr unread 3000 of 3000 requests are answered, ${dropped ?? ''} log lines dropped`);
    await unread.kill();
  });

  it('ends a start that cannot succeed with one line', async () => {
    const [first] = topology.apis;
    const second = await topology.add('api', 'second');
    const { PORT = '' } = first?.environment ?? {};
    const ended = await topology.run(['up'], { ...second.environment, PORT });
    expect([ended.exitCode, ended.stdout]).toEqual([
      78,
      expect.stringMatching(/^PORT: .* is in use by another program\n$/),
    ]);
  });

  it('loses only what a machine was processing when it is disconnected', async () => {
    const [, second] = topology.apis;
    const load = new Load(topology.balancer.origin, LANES);
    await eventually(() => load.answered > 50);
    await second?.kill();
    const before = load.answered;
    await eventually(() => load.answered > before + 100);
    await load.stop();
    note(
      `a machine is cut off: ${load.failures.length} of ${load.answered} requests failed, the slowest took ${Math.round(load.slowestMs)} ms`,
    );
    expect(load.failures.length).toBeLessThanOrEqual(LANES);
    expect(load.slowestMs).toBeLessThan(10_000);
    await second?.start(THIS_CHECKOUT);
  });

  it('is backed up under load, and restored elsewhere', async () => {
    const folder = topology.makeFolder('backup');
    const load = new Load(topology.balancer.origin, LANES);
    expectDone(await topology.run(['backup', folder]));
    await load.stop();
    expect(load.failures).toEqual([]);
    const database = await createEmptyDatabase();
    try {
      const { environment } = await topology.add('api', 'restored', {
        ...topology.config,
        media: { store: 'folder' },
      });
      const elsewhere = { ...environment, DATABASE_URL: database.url, DATABASE_DIRECT_URL: database.url };
      const said = expectDone(await topology.run(['restore', folder], elsewhere));
      expect(said).toContain('The ledger is correct');
      note(`restored: ${said.split('\n')[0] ?? ''}`);
    } finally {
      await database.drop();
    }
  });

  it('is administered from a shell on any machine', async () => {
    expect(expectDone(await topology.run(['task', 'list', '--json']))).toContain('"completed"');
    expect(expectDone(await topology.run(['audit', 'list']))).toContain('config.apply');
    expect((await topology.run(['frobnicate'])).exitCode).toBe(2);
    const verified = expectDone(await topology.run(['ledger', 'verify']));
    expect(verified).toContain('no problems found');
  });

  it('is traced from the client through the balancer to the upstream, and counted', async () => {
    const traceId = 'a'.repeat(32);
    const traceparent = `00-${traceId}-${'b'.repeat(16)}-01`;
    await ask(
      topology.balancer.origin,
      '/v1/chat/completions',
      { model: 'm', messages: [{ role: 'user', content: 'Hi' }] },
      { ...HEADERS, traceparent },
    );
    const { spans } = topology.services.collector;
    const found = await eventually(() => {
      const own = spans.filter((span) => span.traceId === traceId);
      return own.length === 2 ? own : undefined;
    });
    expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set([SERVER, CLIENT]));
    for (const worker of topology.workers)
      expect(await worker.readMetrics()).toContain('modelgate_queue_due');
  });

  it('can be extended by a systemd service, as the page for operators describes', async () => {
    const { environment, script, notRestarted } = readSystemdUnit();
    expect([environment['NODE_ENV'], notRestarted]).toEqual(['production', '78']);
    const machine = await topology.add('api', 'systemd', topology.config, {
      ...topology.environment,
      ...environment,
    });
    await machine.start(THIS_CHECKOUT, { script });
    expect((await chat(machine.origin, 'Hi', TEST_TOKEN)).status).toBe(200);
    expect(await machine.stop()).toBe(0);
  });

  it('stays available without Redis and the pooler, for requests without a budget', async () => {
    const { redis, bouncer } = topology.services;
    const { livenessPath, readinessPath, ...pod } = await renderPod(topology.environment, topology.config);
    const ofChart = await topology.add('api', 'pod', pod.config, pod.environment);
    await ofChart.start(THIS_CHECKOUT);
    expect(await ofChart.probe(readinessPath)).toBe(200);
    const load = new Load(topology.balancer.origin, LANES, TOKENS[1]?.key);
    await redis.kill();
    await bouncer.kill();
    const before = load.answered;
    await eventually(() => load.answered > before + 200);
    const asked = [...topology.machines, ofChart];
    const alive = await Promise.all(asked.map((machine) => machine.probe(livenessPath)));
    expect(alive).toEqual(asked.map(() => 200));
    expect(await ofChart.readMetrics()).toMatch(/^modelgate_in_flight_requests /m);
    await Promise.all([redis.run(), bouncer.run()]);
    await everyApi((api) => eventually(() => api.isReady()));
    await eventually(async () => (await ofChart.probe(readinessPath)) === 200);
    await Promise.all([load.stop(), ofChart.stop()]);
    note(`without Redis and PgBouncer: ${load.failures.length} of ${load.answered} requests failed`);
    expect(load.failures).toEqual([]);
  });

  it('opens WebSockets through the balancer', async () => {
    const socket = new WebSocket(
      `${topology.balancer.origin.replace('http', 'ws')}/v1/realtime?model=sandbox-realtime`,
      { headers: { authorization: HEADERS.authorization } },
    );
    const first = await new Promise((resolve, reject) => {
      socket.once('message', (data: Buffer) => resolve(JSON.parse(data.toString())));
      socket.once('error', reject);
    });
    expect(first).toMatchObject({ type: 'session.created' });
    socket.close();
  });

  it('deletes old rows, and its ledger still verifies', async () => {
    const countOld = async (table: string, column: string): Promise<number> => {
      const [row] = await topology.services.database.query(
        `SELECT count(*)::int AS count FROM ${table} WHERE ${column} < now() - interval '${OLD_DAYS - 1} days'`,
      );
      return Number(row?.['count']);
    };
    const beganAt = performance.now();
    await eventually(async () => {
      const left =
        (await countOld('usage_events', 'started_at')) + (await countOld('video_tasks', 'finished_at'));
      // All of a month became one of each kind.
      return left === 0 && (await countOld('ledger_transactions', 'created_at')) < FEW;
    }, 90_000);
    note(`what is old was gone after ${Math.round(performance.now() - beganAt)} ms`);
    expect(expectDone(await topology.run(['ledger', 'verify']))).toContain('no problems found');
  });

  it('is healthy according to doctor, and not if Redis evicts keys', async () => {
    const well = await topology.run(['doctor']);
    expect([well.exitCode, well.stdout]).toEqual([0, expect.stringContaining('0 failed')]);
    await topology.services.redis.configure('maxmemory-policy', 'allkeys-lru');
    expect((await topology.run(['doctor'])).stdout).toContain('noeviction');
  });
});

/** The output of a command that succeeded. */
function expectDone({ exitCode, stdout, stderr }: CommandResult): string {
  expect([exitCode, exitCode === 0 ? '' : stderr]).toEqual([0, '']);
  return stdout;
}
