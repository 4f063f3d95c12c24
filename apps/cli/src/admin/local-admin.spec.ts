import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestDatabase, createTestDatabase } from '../../../../test/harness/index.js';
import { type AdminClient } from './admin-client.js';
import { withAdmin } from './with-admin.js';

const run = <T>(work: (admin: AdminClient) => Promise<T>): Promise<T> =>
  withAdmin({ note: () => undefined }, work);

describe('the admin API in this process', () => {
  let database: TestDatabase;
  let folder: string;
  const formerEnvironment = process.env;

  beforeAll(async () => {
    database = await createTestDatabase();
    folder = mkdtempSync(join(tmpdir(), 'modelgate-test-admin-'));
    process.env = {
      ...formerEnvironment,
      DATABASE_URL: database.url,
      MODELGATE_DATA_DIR: folder,
      MODELGATE_SECRET_KEY: randomBytes(32).toString('base64'),
    };
  });

  afterAll(async () => {
    process.env = formerEnvironment;
    rmSync(folder, { recursive: true });
    await database.drop();
  });

  it('handles requests as the operator and writes an audit entry', async () => {
    const list = await run(async (admin) => {
      await admin.request('POST', '/api/tokens', { name: 'ci', rpm: 60 });
      return admin.request('GET', '/api/tokens', undefined, { limit: 10 });
    });
    expect(list).toMatchObject({ data: [{ name: 'ci', rpm: 60 }] });
    expect(await database.query('SELECT action, actor FROM audit_entries')).toMatchObject([
      { action: 'token.create', actor: { kind: 'operator' } },
    ]);
  });

  it.each([
    ['GET', '/api/tokens/6a4b1f5e-8f5d-4f0e-9d55-6c1f2f1f0a11', undefined, 66],
    ['GET', '/api/nothing', undefined, 66],
    ['POST', '/api/tokens', { name: 'x', rmp: 1 }, 2],
  ] as const)('fails with an exit code for %s %s', async (method, path, body, exitCode) => {
    await expect(run((admin) => admin.request(method, path, body))).rejects.toMatchObject({
      name: 'CommandFailure',
      exitCode,
    });
  });
});
