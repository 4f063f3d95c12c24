import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { GatewayError } from '#canonical';
import {
  type Channel,
  ChannelEntity,
  ChannelHealth,
  ChannelRepository,
  ChannelStateRepository,
  DEFAULT_TIMEOUTS,
  ApprovedChannel,
  SharedHealth,
  type HealthStatus,
  type Target,
} from '#catalog';
import { IdentityRules } from '#credentials';
import { ChangeFeed, createDataSource } from '#database';
import { OPERATOR, authorizeChange } from '#rights';
import { SecretBox } from '#secrets';
import { createLogger } from '#telemetry';
import { type TestDatabase, createTestDatabase } from '../harness/index.js';
import { measureLeast, measureMs } from '../cpu-time/index.js';
import { eventually } from '../eventually/index.js';

const QUICK_MS = 1_000;

const logger = createLogger('test');
logger.level = 'silent';

const buildChannel = (apiKeys: string[]): Channel => ({
  id: randomUUID(),
  name: 'a',
  provider: 'openai-compatible',
  apiKeys,
  headers: {},
  models: [{ id: 'm', upstream: 'up' }],
  priority: 0,
  weight: 1,
  timeouts: DEFAULT_TIMEOUTS,
  enabled: true,
  origin: 'file',
  createdAt: new Date(0),
});

/** The parts of an API process that deal with the health of channels. */
class Peer {
  readonly health: ChannelHealth;
  readonly states: ChannelStateRepository;
  /** Its log lines about the database. */
  readonly complaints: string[] = [];
  private readonly shared: SharedHealth;
  private readonly feed: ChangeFeed;

  private constructor(
    url: string,
    readonly dataSource: ReturnType<typeof createDataSource>,
    /** How far its clock is ahead. */
    aheadMs: number,
  ) {
    const clock = { now: () => Date.now() + aheadMs, random: Math.random };
    this.health = new ChannelHealth({ logger, clock });
    this.states = new ChannelStateRepository(dataSource);
    this.shared = new SharedHealth(this.health, this.states, {
      warn: (_facts: unknown, text?: string) => void this.complaints.push(text ?? ''),
    });
    this.feed = new ChangeFeed(url, logger);
  }

  static async start(url: string, aheadMs = 0): Promise<Peer> {
    const dataSource = createDataSource({ url, entities: [ChannelEntity], poolSize: 2 });
    await dataSource.initialize();
    const peer = new Peer(url, dataSource, aheadMs);
    await peer.feed.start({
      onChange: async (table, id) => (table === 'channel_states' ? peer.shared.onChange(id) : undefined),
      onGap: () => peer.shared.reload(),
    });
    return peer;
  }

  fail(target: Target, kind: 'upstream-error' | 'upstream-auth' | 'upstream-overloaded', times = 1): void {
    const details = { upstreamStatus: kind === 'upstream-auth' ? 401 : 503, retryAfterSeconds: 60 };
    for (let index = 0; index < times; index += 1) {
      this.health.begin(target).failed(new GatewayError(kind, 'failed', details));
    }
  }

  succeed(target: Target): void {
    this.health.begin(target).finished();
  }

  async sees(target: Target, status: HealthStatus): Promise<void> {
    await eventually(() => this.status(target) === status || undefined);
  }

  status(target: Target): HealthStatus | undefined {
    return this.health.getHealthStatuses([target])[0];
  }

  async stop(): Promise<void> {
    await this.shared.close();
    await this.feed.close();
    await this.dataSource.destroy();
  }
}

describe('SharedHealth', () => {
  let database: TestDatabase;
  let peers: Peer[] = [];
  let target: Target;

  const start = async (aheadMs?: number): Promise<Peer> => {
    const peer = await Peer.start(database.url, aheadMs);
    peers.push(peer);
    return peer;
  };

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  afterAll(() => database.drop());

  beforeEach(async () => {
    await database.query('TRUNCATE channel_states');
    target = { channel: buildChannel(['sk-first-secret', 'sk-second-secret']), upstreamModel: 'up' };
  });

  afterEach(async () => {
    await Promise.all(peers.map((peer) => peer.stop()));
    peers = [];
  });

  it('shares with every process within a second that a channel fails, and that it has recovered', async () => {
    const [one, other] = [await start(), await start()];
    const failAndRecover = async (): Promise<number> => {
      one.fail(target, 'upstream-error', 5);
      const failedMs = await measureMs(() => other.sees(target, 'ejected'));
      other.succeed(target);
      return Math.max(failedMs, await measureMs(() => one.sees(target, 'healthy')));
    };
    expect(await measureLeast(QUICK_MS, failAndRecover)).toBeLessThan(QUICK_MS);
    expect(await database.query('SELECT state, reason FROM channel_states')).toEqual([
      { state: 'closed', reason: 'recovered' },
    ]);
  });

  it('shares pauses as durations, so that clocks do not matter', async () => {
    const [one, late] = [await start(), await start(3_600_000)];
    one.fail(target, 'upstream-overloaded');
    await late.sees(target, 'cooling');
    const [entry] = late.health.snapshot([target.channel]);
    const remainingMs = (entry?.until?.getTime() ?? 0) - (Date.now() + 3_600_000);
    expect(remainingMs).toBeGreaterThan(55_000);
    expect(remainingMs).toBeLessThanOrEqual(60_000);
  });

  it('shares that a key is rejected, and stores nothing of the key', async () => {
    const [one, other] = [await start(), await start()];
    one.fail(target, 'upstream-auth');
    await eventually(() => other.health.snapshot([target.channel])[0]);
    const keys = [1, 2].map(() => other.health.begin(target).apiKey);
    expect(keys).toEqual(['sk-second-secret', 'sk-second-secret']);
    one.fail(target, 'upstream-auth');
    await other.sees(target, 'ejected');
    const rows = await database.query('SELECT * FROM channel_states');
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain('secret');
  });

  it('shares its state with a process that starts later', async () => {
    const one = await start();
    one.fail(target, 'upstream-error', 5);
    await eventually(async () => (await one.states.findCurrent())[0]);
    const later = await start();
    expect(later.status(target)).toBe('ejected');
  });

  it('uses its own state while the database is down, and shares it later', async () => {
    const [one, other] = [await start(), await start()];
    await database.query('ALTER TABLE channel_states RENAME TO away');
    one.fail(target, 'upstream-error', 5);
    expect(one.status(target)).toBe('ejected');
    await eventually(() => one.complaints[0]);
    expect(other.status(target)).toBe('healthy');
    await database.query('ALTER TABLE away RENAME TO channel_states');
    await eventually(() => other.status(target) === 'ejected' || undefined);
    expect(one.complaints).toEqual(['channel health could not be shared with other processes']);
  });

  it('forgets the health of a channel before its settings changed', async () => {
    const one = await start();
    const repository = new ChannelRepository(one.dataSource, new SecretBox(Buffer.alloc(32, 1)));
    const { id: _id, createdAt: _createdAt, origin: _origin, ...settings } = target.channel;
    const judge = (changes: object): ApprovedChannel =>
      ApprovedChannel.judge({ ...settings, ...changes }, { declaredBy: 'api', rules: new IdentityRules([]) });
    const after = judge({}).toStored({ id: randomUUID(), origin: 'file' });
    await repository.create(authorizeChange(OPERATOR, { kind: 'channel', before: undefined, after }));
    const [channel] = await repository.findAll();
    if (channel === undefined) throw new Error('the channel was not stored');
    one.fail({ channel, upstreamModel: 'up' }, 'upstream-error', 5);
    await eventually(async () => (await one.states.findCurrent())[0]);
    const moved = judge({ baseUrl: 'http://127.0.0.1:1' }).toStored(channel);
    await repository.update(authorizeChange(OPERATOR, { kind: 'channel', before: channel, after: moved }));
    expect(await one.states.findCurrent()).toEqual([]);
  });

  it('deletes what expired long ago, and nothing else', async () => {
    const one = await start();
    one.fail(target, 'upstream-error', 5);
    one.fail({ ...target, upstreamModel: 'other' }, 'upstream-error', 5);
    await eventually(async () => (await one.states.findCurrent())[1]);
    await database.query(
      `UPDATE channel_states SET until = now() - interval '61 minutes' WHERE upstream_model = 'other'`,
    );
    expect(await one.states.deleteExpired()).toBe(1);
    expect(await one.states.findCurrent()).toMatchObject([{ upstreamModel: 'up', state: 'open' }]);
  });
});
