import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { OwnerEntity, TokenEntity, UserEntity } from '#access';
import { ChannelEntity, ModelEntity } from '#catalog';
import { type Config, loadConfig } from '#config';
import { createDataSource } from '#database';
import { type Service } from '#lifecycle';
import { SecretBox, deriveWebhookSecret } from '#secrets';
import { setUp } from '#setup';
import { pino } from 'pino';
import { Webhook } from 'standardwebhooks';
import { type TestDatabase, createTestDatabase, eventually } from '../../harness/index.js';
import { createWorker } from '../../../apps/worker/src/create-worker.js';
import { type SmallServer, startServer } from '../../small-server/index.js';

interface Call {
  body: string;
  headers: Record<string, string>;
}

const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;
const hookedToken = (secret: string): object => ({
  name: 'own',
  webhook: { url: 'https://example.com', secret },
});
const logger = pino({ level: 'silent' });

describe('webhooks of the worker', () => {
  let database: TestDatabase;
  let receiver: SmallServer;
  let worker: Service | undefined;
  const folder = mkdtempSync(join(tmpdir(), 'modelgate-test-webhooks-'));
  const secretKey = randomBytes(32);
  const calls = new Map<string, Call>();

  beforeAll(async () => {
    database = await createTestDatabase();
    receiver = await startServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        calls.set(request.url ?? '', { body, headers: request.headers as Record<string, string> });
        response.end();
      });
    });
  });

  afterEach(async () => {
    await worker?.close();
    worker = undefined;
  });

  afterAll(async () => {
    await receiver.close();
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  /** What a start with these tokens does to the database. */
  const apply = async (tokens: object[], key = secretKey): Promise<Config> => {
    const path = join(folder, 'modelgate.json');
    writeFileSync(path, JSON.stringify({ tokens }));
    const config = loadConfig(
      {
        DATABASE_URL: database.url,
        MODELGATE_DATA_DIR: folder,
        MODELGATE_CONFIG: path,
        MODELGATE_SECRET_KEY: key.toString('base64'),
        MODELGATE_ADMIN_PASSWORD: 'not-a-real-password',
        MODELGATE_ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8',
      },
      folder,
      [],
    );
    const entities = [UserEntity, TokenEntity, OwnerEntity, ChannelEntity, ModelEntity];
    const dataSource = createDataSource({ url: database.url, entities, poolSize: 2 });
    await dataSource.initialize();
    try {
      await setUp(dataSource, config, new SecretBox(config.secretKey ?? new Uint8Array()));
      return config;
    } finally {
      await dataSource.destroy();
    }
  };
  const findTokenId = async (name: string): Promise<string> => {
    const [row] = await database.query('SELECT id FROM tokens WHERE name = $1', [name]);
    return String(row?.['id']);
  };
  const tell = async (tokenName: string, path: string): Promise<void> => {
    const { port } = receiver;
    await database.query(
      `INSERT INTO webhook_deliveries (id, token_id, url, event, subject, payload)
       VALUES ('msg_' || gen_random_uuid(), $1, $2, 'video.completed', $2, '{"type":"video.completed"}')`,
      [await findTokenId(tokenName), `http://127.0.0.1:${port}${path}`],
    );
  };
  const verify = async (path: string, secret: string): Promise<unknown> => {
    const { body, headers } = await eventually(() => calls.get(path));
    return new Webhook(secret).verify(body, headers);
  };

  it('are signed with the secret of the token, and with its previous one for a while', async () => {
    const [former, current] = [newSecret(), newSecret()];
    await apply([hookedToken(former)]);
    const config = await apply([hookedToken(current)]);
    await tell('own', '/own');
    worker = await createWorker({ config, logger });
    expect(await verify('/own', current)).toEqual({ type: 'video.completed' });
    expect(await verify('/own', former)).toEqual({ type: 'video.completed' });
    const [row] = await database.query(`SELECT webhook_url FROM tokens WHERE name = 'own'`);
    expect(row).toEqual({ webhook_url: 'https://example.com' });
  });

  it('prevent the start with a key that cannot decrypt their secrets', async () => {
    await apply([hookedToken(newSecret())]);
    const starting = apply([hookedToken(newSecret())], randomBytes(32));
    await expect(starting).rejects.toThrow('MODELGATE_SECRET_KEY: this is not the key');
  });

  it('are signed with a derived secret if the token has none', async () => {
    const config = await apply([{ name: 'bare' }]);
    await tell('bare', '/bare');
    worker = await createWorker({ config, logger });
    const secret = deriveWebhookSecret(secretKey, await findTokenId('bare'));
    expect(await verify('/bare', secret)).toEqual({ type: 'video.completed' });
  });
});
