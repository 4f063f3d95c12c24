import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { People } from '../../admin/people.js';
import { type ApiBench, startApiBench } from '../../e2e/video/api-bench.js';
import { DeliveryTable } from '../../e2e/webhooks/delivery-table.js';
import { WebhookReceiver } from '../../e2e/webhooks/webhook-receiver.js';
import { type FakeUpstream, startFakeUpstream } from '../../fake-upstream/index.js';
import {
  type TestDatabase,
  createEmptyDatabase,
  createTestDatabase,
  eventually,
} from '../../harness/index.js';
import { type TestInstallation, createTestInstallation } from '../test-installation.js';

const MODELS = [
  { id: 'sandbox-video', price: { perSecondVideo: 0.1 } },
  { id: 'sandbox-chat', price: { perRequest: 0.5 } },
];

/** What all commands are tried on: a gateway that runs, and the installation it belongs to. */
export interface Stage {
  bench: ApiBench;
  installation: TestInstallation;
  /** What leads a command to the gateway, instead of the database. */
  server: Record<string, string>;
  upstream: FakeUpstream;
  receiver: WebhookReceiver;
  /** Nobody has used it yet. */
  emptyDatabase: TestDatabase;
  /** For what must not disturb the gateway: another installation. */
  elsewhere: TestDatabase;
  tasks: { failed: string; begun: string; queued: string };
  webhooks: { dead: string; delivered: string };
  /** Writes a file into the folder that commands are run in, and answers its path. */
  write: (name: string, content: string) => string;
  leave(): Promise<void>;
}

export async function buildStage(): Promise<Stage> {
  const secretKey = randomBytes(32).toString('base64');
  const bench = await startApiBench({
    models: MODELS,
    environment: { MODELGATE_SECRET_KEY: secretKey, MODELGATE_ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8' },
  });
  const installation = await createTestInstallation({
    database: bench.gateway.database,
    secretKey,
    config: { sandbox: true, models: MODELS },
    environment: { MAIN_KEY: 'sk-upstream-1' },
  });
  const [upstream, receiver] = [await startFakeUpstream(), await new WebhookReceiver().listen()];
  const [emptyDatabase, elsewhere] = [await createEmptyDatabase(), await createTestDatabase()];
  await chatTwice(bench);
  return {
    bench,
    installation,
    server: await serverOf(bench),
    upstream,
    receiver,
    emptyDatabase,
    elsewhere,
    tasks: await orderFilms(bench),
    webhooks: await leaveWebhooks(bench, receiver),
    write: (name, content) => {
      const path = join(installation.place.cwd, name);
      writeFileSync(path, content);
      return path;
    },
    leave: async () => {
      await installation.remove();
      await Promise.all([bench.stop(), upstream.close(), receiver.close()]);
      await Promise.all([emptyDatabase.drop(), elsewhere.drop()]);
    },
  };
}

async function serverOf({ gateway }: ApiBench): Promise<Record<string, string>> {
  const people = await People.of(gateway);
  const { authorization = '' } = await people.script(['*']);
  await people.leave();
  return {
    MODELGATE_SERVER: gateway.origin,
    MODELGATE_ADMIN_TOKEN: authorization.replace('Bearer ', ''),
  };
}

async function chatTwice(bench: ApiBench): Promise<void> {
  const body = { model: 'sandbox-chat', messages: [{ role: 'user', content: 'Hello!' }] };
  await Promise.all([1, 2].map(() => bench.call('/v1/chat/completions', { body })));
  await eventually(
    async () => (await bench.gateway.database.query('SELECT 1 FROM usage_events')).length === 2,
  );
}

async function orderFilms(bench: ApiBench): Promise<Stage['tasks']> {
  const failed = await bench.create({ prompt: 'a red\nkite', duration: 4, size: '320x180' });
  const begun = await bench.create();
  const queued = await bench.create();
  await bench.fail(failed, 502, 'It did not work.');
  await bench.begin(begun, 40);
  return { failed, begun, queued };
}

async function leaveWebhooks(
  { gateway: { database } }: ApiBench,
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
