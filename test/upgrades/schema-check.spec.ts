import { SchemaCheck, SchemaMismatch } from '#database';
import { type INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createWorker } from '../../apps/worker/src/create-worker.js';
import { WorkerServer } from '../../apps/worker/src/health/worker-server.js';
import { type TestGateway, eventually, startTestGateway } from '../harness/index.js';

const FAULT = 'table budget_leases: column spool_owner is missing, column holder requires a value';
const MISMATCH = { status: 'schema_mismatch', faults: [expect.stringContaining(FAULT)] };

describe('processes on a database without a column that they use', () => {
  let gateway: TestGateway;
  let worker: INestApplicationContext;
  let origins: string[];

  beforeAll(async () => {
    gateway = await startTestGateway({ environment: { MODELGATE_WORKER_PORT: '0' } });
    worker = await createWorker(gateway.shared);
    origins = [gateway.origin, `http://127.0.0.1:${worker.get(WorkerServer).port}`];
  });

  afterAll(async () => {
    await worker.close();
    await gateway.stop();
  });

  const rename = (from: string, to: string): Promise<unknown> =>
    gateway.database.query(`ALTER TABLE budget_leases RENAME COLUMN ${from} TO ${to}`);

  /** As a restart of the database does. */
  const cutConnections = (): Promise<unknown> =>
    gateway.database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'modelgate%'`,
    );

  const readiness = (): Promise<unknown[][]> =>
    Promise.all(
      origins.map(async (origin) => {
        const response = await fetch(`${origin}/readyz`);
        return [response.status, await response.json()];
      }),
    );

  const areAll = (status: number) => async (): Promise<boolean> =>
    (await readiness()).every(([found]) => found === status);

  it('are not ready, name the column, and are ready again once it is back', async () => {
    expect(await readiness()).toEqual(origins.map(() => [200, { status: 'ready' }]));
    await rename('spool_owner', 'holder');
    await cutConnections();
    await eventually(areAll(503));
    expect(await readiness()).toEqual(origins.map(() => [503, MISMATCH]));
    expect((await fetch(`${gateway.origin}/healthz`)).status).toBe(200);
    expect(gateway.logs).toContainEqual(expect.objectContaining({ level: 50, faults: MISMATCH.faults }));

    await expect(createWorker(gateway.shared)).rejects.toThrow(SchemaMismatch);

    await rename('holder', 'spool_owner');
    await cutConnections();
    await eventually(areAll(200));
  });

  it('ignore columns and tables of a later version', async () => {
    await gateway.database.query(`
      ALTER TABLE budget_leases ADD COLUMN note text, ADD COLUMN kind text NOT NULL DEFAULT '', ALTER COLUMN amount DROP NOT NULL;
      CREATE TABLE later (id uuid NOT NULL)`);
    const schema = worker.get(SchemaCheck, { strict: false });
    await schema.check();
    expect(schema.faults).toEqual([]);
    await gateway.database.query(
      'ALTER TABLE budget_leases DROP COLUMN note, DROP COLUMN kind, ALTER COLUMN amount SET NOT NULL; DROP TABLE later',
    );
  });
});
