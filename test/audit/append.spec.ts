import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type AuditChanges } from '#audit';
import * as fc from 'fast-check';
import { AuditHarness } from './audit-harness.js';

describe('an entry of the audit log', () => {
  let harness: AuditHarness;

  beforeAll(async () => {
    harness = await AuditHarness.open();
  });

  afterAll(async () => {
    await harness.close();
  });

  afterEach(async () => {
    expect((await harness.verify()).faults).toEqual([]);
    await harness.reset();
  });

  async function numbers(): Promise<number[]> {
    const rows = await harness.database.query(
      'SELECT seq::int FROM audit_entries ORDER BY audit_entries.seq',
    );
    return rows.map(({ seq }) => Number(seq));
  }

  it('is read as it was written, with the time of the database', async () => {
    const [start] = await harness.database.query('SELECT clock_timestamp() AS now');
    await harness.append();
    await harness.append({
      actor: { kind: 'operator', id: 'operator', name: 'root' },
      subject: { type: 'settings', id: 'settings' },
      changes: undefined,
      address: undefined,
      requestId: undefined,
    });
    const { entries } = await harness.log.list();
    const [end] = await harness.database.query('SELECT clock_timestamp() AS now');
    expect(entries).toEqual([
      {
        seq: 2,
        at: expect.any(Date),
        actor: { kind: 'operator', id: 'operator', name: 'root' },
        action: 'token.update',
        subject: { type: 'settings', id: 'settings' },
        changes: {},
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
      {
        seq: 1,
        at: expect.any(Date),
        actor: { kind: 'user', id: '7', name: 'ann@example.com' },
        action: 'token.update',
        subject: { type: 'token', id: '9', name: 'notebook' },
        changes: { rpm: { from: 10, to: 20 } },
        address: '127.0.0.1',
        requestId: 'request-1',
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ]);
    const times = [start?.['now'], entries[1]?.at, entries[0]?.at, end?.['now']].map(Number);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it('is stored if and only if its transaction is committed, and leaves no gap', async () => {
    await harness.append();
    await harness.appendAndRollBack();
    expect(await numbers()).toEqual([1]);
    await harness.append();
    expect(await numbers()).toEqual([1, 2]);
  });

  it('can be one of several of a transaction', async () => {
    await harness.dataSource.transaction(async (manager) => {
      for (const id of ['1', '2', '3']) {
        await harness.log.append(manager, {
          actor: { kind: 'anonymous', id: '', name: 'eve@example.com' },
          action: 'session.lock',
          subject: { type: 'user', id },
        });
      }
    });
    expect(await numbers()).toEqual([1, 2, 3]);
  });

  it('requires a transaction', async () => {
    const { manager } = harness.dataSource;
    const entry = {
      actor: { kind: 'operator', id: 'operator', name: 'root' },
      action: 'token.create',
      subject: { type: 'token', id: '1' },
    } as const;
    await expect(harness.log.append(manager, entry)).rejects.toThrow('in the transaction of its change');
    expect(await numbers()).toEqual([]);
  });

  it('has its place in one order, with any number of concurrent writes', async () => {
    const all = Array.from({ length: 40 }, (_, index) => {
      const entry = { subject: { type: 'token', id: String(index) } };
      return index % 4 === 0 ? harness.appendAndRollBack(entry) : harness.append(entry);
    });
    await Promise.all(all);
    expect(await numbers()).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
    const { entries } = await harness.log.list({ limit: 100 });
    const ids = entries.map(({ subject }) => Number(subject.id));
    expect(ids.toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 40 }, (_, index) => index).filter((index) => index % 4 !== 0),
    );
    expect(await harness.verify()).toMatchObject({ entries: 30, faults: [], head: { seq: 30 } });
  });

  it('is rejected for a transaction that does not see the end of the log', async () => {
    await harness.append();
    const late = harness.dataSource.transaction('REPEATABLE READ', async (manager) => {
      await manager.query('SELECT count(*) FROM audit_entries');
      await harness.append();
      await harness.log.append(manager, {
        actor: { kind: 'operator', id: 'operator', name: 'root' },
        action: 'token.create',
        subject: { type: 'token', id: 'late' },
      });
    });
    await expect(late).rejects.toMatchObject({ code: '23505' });
    expect(await numbers()).toEqual([1, 2]);
  });

  it('matches its hash, whatever its content', async () => {
    const unit = fc.integer({ min: 0, max: 0xffff });
    const text = fc.oneof(
      fc.string(),
      fc.array(unit, { maxLength: 8 }).map((units) => String.fromCharCode(...units)),
    );
    const value = fc.object({ key: text, values: [text, fc.double(), fc.boolean(), fc.constant(null)] });
    const change = fc.record({ from: value, to: value }) as fc.Arbitrary<AuditChanges[string]>;
    const entry = fc.record({
      actor: fc.record({ kind: fc.constant('user' as const), id: text, name: text }),
      subject: fc.record({ type: text, id: text, name: text }),
      changes: fc.dictionary(text, change, { maxKeys: 3 }),
      address: text,
      requestId: text,
    });
    await fc.assert(
      fc.asyncProperty(entry, (written) => harness.append(written)),
      { numRuns: 50 },
    );
    expect(await harness.verify()).toMatchObject({ entries: 50, faults: [] });
  });
});
