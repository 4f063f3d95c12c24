import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { NestFactory } from '@nestjs/core';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TokenEntity, TokenRepository } from '#access';
import { createDataSource, migrateDatabase } from '#database';
import { ExpiredResponseRepository, StoredResponseEntity } from '#stored-responses';
import { pino } from 'pino';
import { WorkerModule } from '../../apps/worker/src/worker.module.js';
import { type TestDatabase, createTestDatabase, eventually } from '../gateway/index.js';

describe('the upkeep of the worker', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
    await migrateDatabase(database.url);
  });

  afterAll(() => database.drop());

  it('disables tokens and removes responses that have expired, and no others, by a job on the queue', async () => {
    for (const [name, expiry] of [
      ['expired', "now() - interval '1 minute'"],
      ['valid', "now() + interval '1 day'"],
      ['endless', 'NULL'],
    ]) {
      await database.query(
        `INSERT INTO tokens (id, name, key_hash, key_hint, expires_at, origin)
         VALUES ($1, $2::text, sha256(convert_to($2::text, 'UTF8')), '…', ${expiry}, 'console')`,
        [randomUUID(), name],
      );
    }
    await database.query(
      `INSERT INTO stored_responses (id, owner, content, created_at, expires_at)
       VALUES ('old', 'o', '', now(), now() - interval '1 day'), ('new', 'o', '', now(), now() + interval '1 day')`,
    );
    const dataSource = createDataSource({
      url: database.url,
      entities: [TokenEntity, StoredResponseEntity],
      poolSize: 2,
    });
    await dataSource.initialize();
    const worker = await NestFactory.createApplicationContext(
      WorkerModule.with({
        queue: { databaseUrl: database.url },
        tokens: new TokenRepository(dataSource),
        responses: new ExpiredResponseRepository(dataSource),
        logger: pino({ level: 'silent' }),
      }),
      { logger: false },
    );
    const enabledTokens = async (): Promise<unknown[]> => {
      const rows = await database.query('SELECT name FROM tokens WHERE enabled ORDER BY name');
      return rows.map((row) => row['name']);
    };
    const storedResponses = () => database.query('SELECT id FROM stored_responses');
    await eventually(async () => ((await enabledTokens()).length === 2 ? true : undefined), 15_000);
    expect(await enabledTokens()).toEqual(['endless', 'valid']);
    await eventually(async () => ((await storedResponses()).length === 1 ? true : undefined), 15_000);
    expect(await storedResponses()).toEqual([{ id: 'new' }]);
    await worker.close();
    await dataSource.destroy();
  });
});
