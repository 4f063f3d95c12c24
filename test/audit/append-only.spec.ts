import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { AuditHarness } from './audit-harness.js';

const REFUSAL = 'the audit log is only ever added to';

describe('the table of the audit log', () => {
  let harness: AuditHarness;

  beforeAll(async () => {
    harness = await AuditHarness.open();
    await harness.fill(3);
  });

  afterAll(async () => {
    expect(await harness.verify()).toMatchObject({ entries: 3, faults: [] });
    await harness.close();
  });

  it.each([
    `UPDATE audit_entries SET action = 'token.revoke' WHERE seq = 2`,
    'UPDATE audit_entries SET seq = 4 WHERE seq = 3',
    'DELETE FROM audit_entries WHERE seq = 3',
    'DELETE FROM audit_entries',
    'TRUNCATE audit_entries',
    'TRUNCATE audit_entries CASCADE',
    `INSERT INTO audit_entries SELECT * FROM audit_entries WHERE seq = 2
     ON CONFLICT (seq) DO UPDATE SET action = 'token.revoke'`,
    `MERGE INTO audit_entries USING (VALUES (2)) AS doomed (seq) ON audit_entries.seq = doomed.seq
     WHEN MATCHED THEN DELETE`,
  ])('rejects %s', async (sql) => {
    await expect(harness.database.query(sql)).rejects.toThrow(REFUSAL);
  });

  it('also rejects a session with the role of a replica', async () => {
    const client = new Client({ connectionString: harness.database.administratorUrl });
    await client.connect();
    await client.query('SET session_replication_role = replica');
    await expect(client.query('DELETE FROM audit_entries')).rejects.toThrow(REFUSAL);
    await client.end();
  });
});
