import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SecretBox } from '#secrets';
import { EvidenceSpool } from './evidence-spool.js';
import { type Evidence } from './evidence.repository.js';
import { TaskSeals } from './task-seals.js';

const SEALS = new TaskSeals(new SecretBox(Buffer.alloc(32, 1)));

const known = (attempt: number): Evidence => ({
  taskId: 'video_1',
  attempt,
  account: 'account',
  upstreamId: `video_${attempt}`,
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
    const dead = new EvidenceSpool(join(folder, 'new'), SEALS);
    await dead.add(known(1));
    await dead.add(known(2));
    const next = new EvidenceSpool(join(folder, 'new'), SEALS);
    expect(await replay(next)).toEqual([known(1), known(2)]);
    expect(await replay(next)).toEqual([]);
  });

  it('is empty when the database has everything', async () => {
    const spool = new EvidenceSpool(folder, SEALS);
    const forget = await spool.add(known(1));
    expect(readdirSync(folder)).toHaveLength(1);
    await forget();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('loses nothing of a process that lives on while another takes over', async () => {
    const alive = new EvidenceSpool(folder, SEALS);
    const forget = await alive.add(known(1));
    const other = new EvidenceSpool(folder, SEALS);
    await other.replay(() => alive.add(known(2)).then(() => undefined));
    await forget();
    expect(await replay(other)).toEqual([known(2)]);
  });

  it('keeps what nobody could take', async () => {
    const spool = new EvidenceSpool(folder, SEALS);
    await spool.add(known(1));
    await expect(spool.replay(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await replay(spool)).toEqual([known(1)]);
  });

  it('passes over what was never whole', async () => {
    writeFileSync(join(folder, 'video_1-abc.part'), '{"taskId":');
    expect(await replay(new EvidenceSpool(folder, SEALS))).toEqual([]);
  });

  it('shows nobody what an upstream was asked for', async () => {
    await new EvidenceSpool(folder, SEALS).add(known(1));
    const [name = ''] = readdirSync(folder);
    expect(readFileSync(join(folder, name), 'latin1')).not.toContain('isTask');
  });

  it('hands over what a version before this one has left in plain words', async () => {
    writeFileSync(join(folder, 'video_1-abc.json'), JSON.stringify(known(1)));
    expect(await replay(new EvidenceSpool(folder, SEALS))).toEqual([known(1)]);
  });

  it('puts aside what cannot be read, and hands over the rest', async () => {
    const spool = new EvidenceSpool(folder, SEALS);
    writeFileSync(join(folder, 'a-damaged.json'), '{"taskId":');
    await new EvidenceSpool(folder, new TaskSeals(new SecretBox(Buffer.alloc(32, 2)))).add(known(2));
    await spool.add(known(1));
    expect(await replay(spool)).toEqual([known(1)]);
    expect(readdirSync(folder)).toEqual([
      'a-damaged.unreadable',
      expect.stringMatching(/^video_1-.*\.unreadable$/),
    ]);
  });

  it('removes what dead processes never finished, and what was put aside long ago', async () => {
    const age = (name: string, days: number): void => {
      const then = new Date(Date.now() - days * 24 * 60 * 60 * 1000);
      writeFileSync(join(folder, name), '');
      utimesSync(join(folder, name), then, then);
    };
    age('old.part', 2);
    age('new.part', 0);
    age('old.unreadable', 31);
    age('new.unreadable', 29);
    age('somebody-elses', 1000);
    await replay(new EvidenceSpool(folder, SEALS));
    expect(readdirSync(folder).toSorted()).toEqual(['new.part', 'new.unreadable', 'somebody-elses']);
  });

  it('has nothing where there is no folder', async () => {
    expect(await replay(new EvidenceSpool(join(folder, 'none'), SEALS))).toEqual([]);
  });
});
