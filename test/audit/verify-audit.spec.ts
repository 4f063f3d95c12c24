import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type AuditHead } from '#audit';
import { AuditHarness } from './audit-harness.js';

const CHANGED = 'was changed: its content does not match its hash';

describe('verifyAudit', () => {
  let harness: AuditHarness;
  let head: AuditHead;

  beforeAll(async () => {
    harness = await AuditHarness.open();
  });

  afterAll(async () => {
    await harness.close();
  });

  beforeEach(async () => {
    await harness.fill(5);
    ({ head } = await harness.verify());
  });

  afterEach(async () => {
    await harness.reset();
  });

  it('finds nothing in a complete log, and returns its head', async () => {
    const [last] = (await harness.log.list({ limit: 1 })).entries;
    expect(await harness.verify()).toEqual({ entries: 5, faults: [], head: { seq: 5, hash: last?.hash } });
    expect((await harness.verify(head)).faults).toEqual([]);
  });

  it.each([
    "at = at + interval '1 microsecond'",
    `actor = jsonb_set(actor, '{name}', '"eve@example.com"')`,
    `actor = actor || '{"more": 1}'`,
    `action = 'token.revoke'`,
    `subject_type = 'channel'`,
    `subject_id = '4'`,
    `subject_name = ''`,
    `changes = '{}'`,
    `changes = jsonb_set(changes, '{rpm,to}', '21')`,
    'address = NULL',
    `request_id = 'request-2'`,
    `hash = sha256('')`,
  ])('finds an entry with %s', async (change) => {
    await harness.tamper(`UPDATE audit_entries SET ${change} WHERE seq = 3`);
    expect((await harness.verify()).faults[0]).toEqual({ seq: 3, what: CHANGED });
  });

  it('finds an entry with another predecessor than before', async () => {
    await harness.tamper(`UPDATE audit_entries SET previous_hash = sha256('') WHERE seq = 3`);
    expect((await harness.verify()).faults).toEqual([
      { seq: 3, what: 'does not match the previous entry: one of the two was replaced' },
      { seq: 3, what: CHANGED },
    ]);
  });

  it('finds all faults, in the order of the log', async () => {
    await harness.tamper(`
      DELETE FROM audit_entries WHERE seq IN (2, 3);
      UPDATE audit_entries SET action = 'token.revoke' WHERE seq IN (1, 5)`);
    expect(await harness.verify(head)).toEqual({
      entries: 3,
      faults: [
        { seq: 1, what: CHANGED },
        { seq: 2, what: 'is missing, with all up to 3' },
        { seq: 5, what: CHANGED },
      ],
      head,
    });
  });

  it('finds entries that were swapped', async () => {
    await harness.tamper(`
      UPDATE audit_entries SET seq = 9 WHERE seq = 2;
      UPDATE audit_entries SET seq = 2 WHERE seq = 3;
      UPDATE audit_entries SET seq = 3 WHERE seq = 9`);
    const seqs = (await harness.verify()).faults.map(({ seq }) => seq);
    expect([...new Set(seqs)]).toEqual([2, 3, 4]);
  });

  it('finds a removed end if it is given the former head', async () => {
    await harness.tamper('DELETE FROM audit_entries WHERE seq > 3');
    expect((await harness.verify()).faults).toEqual([]);
    expect((await harness.verify(head)).faults).toEqual([{ seq: 4, what: 'is missing, with all up to 5' }]);
  });

  it('finds a rewritten log if it is given the former head', async () => {
    await harness.reset();
    await harness.fill(7);
    expect((await harness.verify()).faults).toEqual([]);
    expect((await harness.verify(head)).faults).toEqual([
      { seq: 5, what: 'does not match the given head: it was replaced' },
    ]);
  });

  it('reads a consistent state of a log to which entries are added', async () => {
    const adding = harness.fill(20);
    const reports = [];
    for (let round = 0; round < 5; round += 1) reports.push(await harness.verify(head));
    await adding;
    for (const { entries, faults, head } of reports) {
      expect(faults).toEqual([]);
      expect(head.seq).toBe(entries);
    }
    expect((await harness.verify(head)).entries).toBe(25);
  });
});

describe('verifyAudit, without the triggers of the database', () => {
  let harness: AuditHarness;

  beforeAll(async () => {
    harness = await AuditHarness.open();
  });

  afterAll(async () => {
    await harness.close();
  });

  it('reads a log of many batches, and finds a number that occurs twice between two of them', async () => {
    await harness.dataSource.transaction(async (manager) => {
      for (let number = 1; number <= 1_001; number += 1) {
        await harness.log.append(manager, {
          actor: { kind: 'operator', id: 'operator', name: 'root' },
          action: 'token.create',
          subject: { type: 'token', id: String(number) },
        });
      }
    });
    expect(await harness.verify()).toMatchObject({ entries: 1_001, faults: [], head: { seq: 1_001 } });
    await harness.tamper(`
      ALTER TABLE audit_entries DROP CONSTRAINT audit_entries_pkey;
      INSERT INTO audit_entries SELECT * FROM audit_entries WHERE seq = 1000`);
    expect(await harness.verify()).toMatchObject({
      entries: 1_002,
      faults: [{ seq: 1_000, what: 'has a duplicate number' }],
    });
  });
});
