import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateDatabase } from '#database';
import { startEmbeddedPostgres } from '#embedded-postgres';
import { People } from '../../admin/people.js';
import { type ApiHarness, startApiHarness } from '../../e2e/video/api-harness.js';
import { DeliveryTable } from '../../e2e/webhooks/delivery-table.js';
import { WebhookReceiver } from '../../e2e/webhooks/webhook-receiver.js';
import { type FakeUpstream, startFakeUpstream } from '../../fake-upstream/index.js';
import {
  type TestDatabase,
  createEmptyDatabase,
  createTestDatabase,
  eventually,
} from '../../harness/index.js';
import { S3Server } from '../../s3/s3-server.js';
import { type TestInstallation, createTestInstallation } from '../test-installation.js';

const MODELS = [
  { id: 'sandbox-video', price: { perSecondVideo: 0.1 } },
  { id: 'sandbox-chat', price: { perRequest: 0.5 } },
];

/** What all commands run on: a running gateway, and its installation. */
export interface Stage {
  harness: ApiHarness;
  installation: TestInstallation;
  /** The environment for a command that uses the gateway instead of the database. */
  server: Record<string, string>;
  upstream: FakeUpstream;
  receiver: WebhookReceiver;
  s3: S3Server;
  /** A database that is still empty. */
  emptyDatabase: TestDatabase;
  /** Another installation, for commands that would affect the gateway. */
  elsewhere: TestDatabase;
  /** Empty databases, to be filled with copies. */
  copies: readonly [TestDatabase, TestDatabase, TestDatabase, TestDatabase];
  /** The environment for an installation with an embedded database, which is not running. */
  embedded: Record<string, string>;
  tasks: { failed: string; begun: string; queued: string };
  webhooks: { dead: string; delivered: string };
  /** Writes a file into the folder in which commands run, and returns its path. */
  write: (name: string, content: string) => string;
  leave(): Promise<void>;
}

export async function buildStage(): Promise<Stage> {
  const secretKey = randomBytes(32).toString('base64');
  const harness = await startApiHarness({
    models: MODELS,
    environment: { MODELGATE_SECRET_KEY: secretKey, MODELGATE_ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8' },
  });
  const installation = await createTestInstallation({
    database: harness.gateway.database,
    secretKey,
    config: { sandbox: true, models: MODELS },
    environment: { MAIN_KEY: 'sk-upstream-1' },
  });
  const [upstream, receiver] = [await startFakeUpstream(), await new WebhookReceiver().listen()];
  const s3 = await S3Server.start();
  const [emptyDatabase, elsewhere] = [await createEmptyDatabase(), await createTestDatabase()];
  const copies = [
    await createEmptyDatabase(),
    await createEmptyDatabase(),
    await createEmptyDatabase(),
    await createEmptyDatabase(),
  ] as const;
  const dataDir = await makeEmbedded();
  await chatTwice(harness);
  return {
    harness,
    installation,
    server: await getServer(harness),
    upstream,
    receiver,
    s3,
    emptyDatabase,
    elsewhere,
    copies,
    embedded: { DATABASE_URL: '', MODELGATE_DATA_DIR: dataDir },
    tasks: await submitVideos(harness),
    webhooks: await leaveWebhooks(harness, receiver),
    write: (name, content) => {
      const path = join(installation.place.cwd, name);
      writeFileSync(path, content);
      return path;
    },
    leave: async () => {
      await installation.remove();
      await Promise.all([harness.stop(), upstream.close(), receiver.close(), s3.stop()]);
      await Promise.all([emptyDatabase, elsewhere, ...copies].map((database) => database.drop()));
      rmSync(dataDir, { recursive: true });
    },
  };
}

async function makeEmbedded(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'modelgate-test-embedded-'));
  // The database server may run as another user.
  chmodSync(dataDir, 0o755);
  const server = await startEmbeddedPostgres({ dataDir });
  await migrateDatabase(server.url);
  await server.stop();
  return dataDir;
}

async function getServer({ gateway }: ApiHarness): Promise<Record<string, string>> {
  const people = await People.of(gateway);
  const { authorization = '' } = await people.script(['*']);
  await people.leave();
  return {
    MODELGATE_SERVER: gateway.origin,
    MODELGATE_ADMIN_TOKEN: authorization.replace('Bearer ', ''),
  };
}

async function chatTwice(harness: ApiHarness): Promise<void> {
  const body = { model: 'sandbox-chat', messages: [{ role: 'user', content: 'Hello!' }] };
  await Promise.all([1, 2].map(() => harness.call('/v1/chat/completions', { body })));
  await eventually(
    async () => (await harness.gateway.database.query('SELECT 1 FROM usage_events')).length === 2,
  );
}

async function submitVideos(harness: ApiHarness): Promise<Stage['tasks']> {
  const failed = await harness.create({ prompt: 'a red\nkite', duration: 4, size: '320x180' });
  const begun = await harness.create();
  const queued = await harness.create();
  await harness.fail(failed, 502, 'It did not work.');
  await harness.begin(begun, 40);
  return { failed, begun, queued };
}

async function leaveWebhooks(
  { gateway: { database } }: ApiHarness,
  receiver: WebhookReceiver,
): Promise<Stage['webhooks']> {
  const [token] = await database.query(`SELECT id FROM tokens WHERE name = 'test'`);
  const add = async (subject: string, status: 'dead' | 'delivered'): Promise<string> => {
    const url = receiver.url(`/${status}`);
    const id = await new DeliveryTable(database).add({ subject, tokenId: String(token?.['id']), url });
    await database.query(
      'UPDATE webhook_deliveries SET status = $2, attempts = 10, finished_at = now() WHERE id = $1',
      [id, status],
    );
    return id;
  };
  return { dead: await add('video_1', 'dead'), delivered: await add('video_2', 'delivered') };
}
