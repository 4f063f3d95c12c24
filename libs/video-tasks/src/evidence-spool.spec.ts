import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EvidenceSpool } from './evidence-spool.js';
import { type Evidence } from './evidence.repository.js';

const known = (attempt: number): Evidence => ({
  taskId: 'video_1',
  attempt,
  account: 'account',
  upstreamId: `film_${attempt}`,
  memo: { isTask: true },
});

async function replay(spool: EvidenceSpool): Promise<Evidence[]> {
  const taken: Evidence[] = [];
  await spool.replay(async (evidence) => void taken.push(evidence));
  return taken.toSorted((a, b) => a.attempt - b.attempt);
}

describe('the spool', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'modelgate-test-spool-'));
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('hands over what another process has left, once', async () => {
    const dead = new EvidenceSpool(join(folder, 'new'));
    await dead.add(known(1));
    await dead.add(known(2));
    const next = new EvidenceSpool(join(folder, 'new'));
    expect(await replay(next)).toEqual([known(1), known(2)]);
    expect(await replay(next)).toEqual([]);
  });

  it('is empty when the database has everything', async () => {
    const spool = new EvidenceSpool(folder);
    const forget = await spool.add(known(1));
    expect(readdirSync(folder)).toHaveLength(1);
    await forget();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('loses nothing of a process that lives on while another takes over', async () => {
    const alive = new EvidenceSpool(folder);
    const forget = await alive.add(known(1));
    const other = new EvidenceSpool(folder);
    await other.replay(() => alive.add(known(2)).then(() => undefined));
    await forget();
    expect(await replay(other)).toEqual([known(2)]);
  });

  it('keeps what nobody could take', async () => {
    const spool = new EvidenceSpool(folder);
    await spool.add(known(1));
    await expect(spool.replay(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await replay(spool)).toEqual([known(1)]);
  });

  it('passes over what was never whole', async () => {
    writeFileSync(join(folder, 'video_1-abc.part'), '{"taskId":');
    expect(await replay(new EvidenceSpool(folder))).toEqual([]);
  });

  it('has nothing where there is no folder', async () => {
    expect(await replay(new EvidenceSpool(join(folder, 'none')))).toEqual([]);
  });
});
