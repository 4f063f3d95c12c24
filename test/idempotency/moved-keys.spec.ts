import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createDataSource } from '#database';
import { IdempotencyKeyRepository, ResourceKeys } from '#idempotency';
import { SecretBox } from '#secrets';
import { type TestDatabase, createTestDatabase } from '../harness/test-database.js';
import { SECRET_KEY } from './open-process.js';

let database: TestDatabase;
let dataSource: ReturnType<typeof createDataSource>;

beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await createDataSource({ url: database.url, entities: [] }).initialize();
});

afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

async function hasOldTable(): Promise<boolean> {
  const [row] = await database.query(`SELECT to_regclass('idempotency_records') IS NOT NULL AS there`);
  return row?.['there'] === true;
}

it('finds the task of a key that was used before tasks shared the table of all requests', async () => {
  while (!(await hasOldTable())) await dataSource.undoLastMigration();
  const tokenId = randomUUID();
  const body = '{"model":"m","prompt":"p"}';
  const keyHash = sha256('key order-66');
  await database.query(
    `INSERT INTO idempotency_records (token_id, route, key_hash, request_hash, task_id, expires_at)
     VALUES ($1, 'POST /v1/videos', $2, $3, 'video_1', now() + interval '1 hour'),
            ($1, 'POST /v1/videos', $4, $3, 'video_2', now() - interval '1 hour')`,
    [tokenId, keyHash, sha256(body), sha256('key expired')],
  );
  await dataSource.runMigrations();
  const keys = new ResourceKeys(new IdempotencyKeyRepository(dataSource, new SecretBox(SECRET_KEY)));
  const request = { tokenId, route: 'POST /v1/videos', bodyDigest: Buffer.from(body) };
  expect(await keys.find({ ...request, key: keyHash.toString('hex') })).toBe('video_1');
  expect(await database.query('SELECT resource_id FROM idempotency_keys')).toEqual([
    { resource_id: 'video_1' },
  ]);
});
