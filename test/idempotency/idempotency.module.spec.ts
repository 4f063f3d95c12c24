import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ConfigModule, loadConfig } from '#config';
import { Database } from '#database';
import { IdempotencyKeys, IdempotencyModule, ResourceKeys } from '#idempotency';
import { TelemetryModule } from '#telemetry';
import { type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { pino } from 'pino';
import { type TestDatabase, createTestDatabase } from '../harness/test-database.js';
import { SECRET_KEY } from './open-process.js';

let folder: string;
let database: TestDatabase;
let app: INestApplicationContext;
let dataSource: Database;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'modelgate-idempotency-'));
  database = await createTestDatabase();
  const config = loadConfig(
    { DATABASE_URL: database.url, MODELGATE_SECRET_KEY: SECRET_KEY.toString('base64') },
    folder,
    [],
  );
  const globals = [ConfigModule.forRoot(config), TelemetryModule.forRoot(pino({ level: 'silent' }))];
  app = await NestFactory.createApplicationContext(
    { module: class TestModule {}, imports: [...globals, IdempotencyModule] },
    { logger: false },
  );
  dataSource = app.get(Database);
});

afterAll(async () => {
  await app.close();
  await database.drop();
  rmSync(folder, { recursive: true });
});

const REQUEST = {
  tokenId: '5a1f0c5e-2d0b-4b7c-9f43-2f6f7a3f1c11',
  owner: 'ann',
  route: 'POST /v1/videos',
  key: 'one',
  bodyDigest: Buffer.from('{}'),
};

it('responds to repeated requests from one table, whether they had a response or have created something', async () => {
  const begun = await app.get(IdempotencyKeys).begin(REQUEST);
  if (begun.kind !== 'first') throw new Error('it ran before');
  await begun.run.complete({ status: 200, headers: {}, body: Buffer.from('hello') });
  expect(await app.get(IdempotencyKeys).begin(REQUEST)).toMatchObject({ kind: 'replay' });

  const resources = app.get(ResourceKeys);
  const creating = { ...REQUEST, key: 'two' };
  const claim = (id: string) => dataSource.transaction((manager) => resources.claim(manager, creating, id));
  expect([await claim('video_1'), await claim('video_2')]).toEqual([true, false]);
  expect(await resources.find(creating)).toBe('video_1');
  await expect(resources.find({ ...creating, bodyDigest: Buffer.from('{"a":1}') })).rejects.toMatchObject({
    kind: 'key-reused',
  });
  await dataSource.transaction((manager) =>
    resources.replace(manager, creating, { resourceId: 'video_3', keepMs: 60_000 }),
  );
  expect(await resources.find(creating)).toBe('video_3');
  const states = await database.query('SELECT state FROM idempotency_keys ORDER BY state');
  expect(states).toEqual([{ state: 'answered' }, { state: 'created' }]);
});

it('forgets the claim of a transaction that fails', async () => {
  const resources = app.get(ResourceKeys);
  const request = { ...REQUEST, key: 'three' };
  const failing = dataSource.transaction(async (manager) => {
    await resources.claim(manager, request, 'video_4');
    throw new Error('no budget');
  });
  await expect(failing).rejects.toThrow('no budget');
  expect(await resources.find(request)).toBeUndefined();
});
