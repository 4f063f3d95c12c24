import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AuditQuery } from '#audit';
import { AuditHarness } from './audit-harness.js';

describe('the list of the audit log', () => {
  let harness: AuditHarness;

  beforeAll(async () => {
    harness = await AuditHarness.open();
    const ann = { kind: 'user', id: 'id-ann', name: 'ann@example.com' } as const;
    const robot = { kind: 'admin-token', id: 'id-robot', name: 'robot' } as const;
    await harness.append({ actor: ann, action: 'token.create', subject: { type: 'token', id: '1' } });
    await harness.append({ actor: robot, action: 'token.update', subject: { type: 'token', id: '1' } });
    await harness.append({ actor: robot, action: 'channel.create', subject: { type: 'channel', id: '1' } });
    await harness.append({ actor: ann, action: 'token.create', subject: { type: 'token', id: '2' } });
    await harness.append({ actor: ann, action: 'channel.delete', subject: { type: 'channel', id: '1' } });
  });

  afterAll(async () => {
    await harness.close();
  });

  async function found(query: AuditQuery): Promise<number[]> {
    const { entries } = await harness.log.list(query);
    return entries.map(({ seq }) => seq);
  }

  it.each<[AuditQuery, number[]]>([
    [{}, [5, 4, 3, 2, 1]],
    [{ actor: 'id-ann' }, [5, 4, 1]],
    [{ actor: 'robot' }, [3, 2]],
    [{ actor: 'nobody' }, []],
    [{ actor: 'ann\0' }, []],
    [{ action: 'token.create' }, [4, 1]],
    [{ subjectType: 'token' }, [4, 2, 1]],
    [{ subjectType: 'token', subjectId: '1' }, [2, 1]],
    [{ subjectId: '1' }, [5, 3, 2, 1]],
    [{ subjectType: 'channel', actor: 'ann@example.com' }, [5]],
    [{ from: new Date(0) }, [5, 4, 3, 2, 1]],
    [{ to: new Date(0) }, []],
    [{ isOldestFirst: true, subjectType: 'token' }, [1, 2, 4]],
  ])('with %j has %j', async (query, seqs) => {
    expect(await found(query)).toEqual(seqs);
  });

  it('has the entries from one time on, and before another', async () => {
    const { entries } = await harness.log.list();
    const [first, last] = [entries.at(-1)?.at, entries.at(0)?.at];
    expect(await found({ from: first })).toEqual([5, 4, 3, 2, 1]);
    // These times have milliseconds, those of the database microseconds.
    expect(await found({ to: first })).toEqual([]);
    expect(await found({ from: last })).toContain(5);
    expect(await found({ to: last })).not.toContain(5);
  });

  it('continues after the last page, although entries are added meanwhile', async () => {
    const first = await harness.log.list({ limit: 2, subjectId: '1' });
    expect(first.entries.map(({ seq }) => seq)).toEqual([5, 3]);
    await harness.append({ subject: { type: 'token', id: '1' } });
    const second = await harness.log.list({ limit: 2, subjectId: '1', cursor: first.next });
    expect(second.entries.map(({ seq }) => seq)).toEqual([2, 1]);
    expect(second.next).toBeUndefined();
    expect(first.next).toEqual(expect.any(String));
  });

  it('rejects a cursor that it has not returned', async () => {
    await expect(harness.log.list({ cursor: 'elsewhere' })).rejects.toMatchObject({
      kind: 'invalid-value',
      param: 'cursor',
    });
  });
});
