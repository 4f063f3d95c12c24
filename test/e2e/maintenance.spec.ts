import 'reflect-metadata';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadConfig } from '#config';
import { createMediaStore } from '#media';
import { pino } from 'pino';
import { createWorker } from '../../apps/worker/src/create-worker.js';
import { type TestDatabase, createTestDatabase, eventually } from '../harness/index.js';

describe('the maintenance of the worker', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  afterAll(() => database.drop());

  it('disables expired tokens and removes expired responses, secrets and files, and no others', async () => {
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
      `UPDATE tokens SET old_key_hash = sha256('old'), old_key_hint = '…old', old_key_until = now() + hours * interval '1 hour'
       FROM (VALUES ('valid', 1), ('endless', -1)) AS old (of, hours) WHERE name = of`,
    );
    await database.query(
      `INSERT INTO stored_responses (id, owner, content, created_at, expires_at)
       VALUES ('old', 'o', '', now(), now() - interval '1 day'), ('new', 'o', '', now(), now() + interval '1 day')`,
    );
    await database.query(
      `INSERT INTO client_secrets (hash, token_id, settings, expires_at)
       SELECT sha256(name::bytea), id, '', now() + days * interval '1 day'
       FROM tokens, (VALUES ('valid', 1), ('endless', -1)) AS secret (of, days) WHERE name = of`,
    );
    const folder = mkdtempSync(join(tmpdir(), 'modelgate-test-maintenance-'));
    const secretKey = randomBytes(32);
    const media = createMediaStore({
      dataDir: folder,
      secretKeys: () => [secretKey],
      publicUrl: () => 'http://127.0.0.1',
    });
    const [old, fresh] = await Promise.all(
      ['old', 'fresh'].map((text) => media.save(Buffer.from(text), { extension: 'png', maxBytes: 100 })),
    );
    const longAgo = new Date('2026-01-01T00:00:00Z');
    await utimes(join(folder, 'media', old?.id.slice(0, 2) ?? '', `${old?.id}.png`), longAgo, longAgo);
    const config = loadConfig(
      {
        DATABASE_URL: database.url,
        MODELGATE_DATA_DIR: folder,
        MODELGATE_SECRET_KEY: secretKey.toString('base64'),
      },
      folder,
      [],
    );
    const worker = await createWorker({ config, logger: pino({ level: 'silent' }) });
    const enabledTokens = async (): Promise<unknown[]> => {
      const rows = await database.query('SELECT name FROM tokens WHERE enabled ORDER BY name');
      return rows.map((row) => row['name']);
    };
    const storedResponses = () => database.query('SELECT id FROM stored_responses');
    await eventually(async () => ((await enabledTokens()).length === 2 ? true : undefined));
    expect(await enabledTokens()).toEqual(['endless', 'valid']);
    await eventually(async () => ((await storedResponses()).length === 1 ? true : undefined));
    expect(await storedResponses()).toEqual([{ id: 'new' }]);
    const secrets = () => database.query('SELECT name FROM client_secrets JOIN tokens ON id = token_id');
    await eventually(async () => ((await secrets()).length === 1 ? true : undefined));
    expect(await secrets()).toEqual([{ name: 'valid' }]);
    const oldKeys = () => database.query('SELECT name FROM tokens WHERE old_key_hash IS NOT NULL');
    await eventually(async () => ((await oldKeys()).length === 1 ? true : undefined));
    expect(await oldKeys()).toEqual([{ name: 'valid' }]);
    await eventually(
      async () => ((await media.open(old?.id ?? '', 'png')) === undefined ? true : undefined),
      15_000,
    );
    expect(await media.open(fresh?.id ?? '', 'png')).toBeDefined();
    await worker.close();
    rmSync(folder, { recursive: true });
  });
});
