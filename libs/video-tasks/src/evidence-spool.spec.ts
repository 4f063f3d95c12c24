import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SecretBox } from '#secrets';
import { EvidenceSpool } from './evidence-spool.js';
import { type Evidence } from './evidence.repository.js';
import { TaskSeals } from './task-seals.js';

const SEALS = new TaskSeals(new SecretBox(Buffer.alloc(32, 1)));

const buildEvidence = (attempt: number): Evidence => ({
  taskId: 'video_1',
  attempt,
  account: 'account',
  upstreamId: `video_${attempt}`,
  memo: { isTask: true },
});

async function replay(spool: EvidenceSpool): Promise<Evidence[]> {
  const replayed: Evidence[] = [];
  await spool.replay(async (evidence) => void replayed.push(evidence));
  return replayed.toSorted((a, b) => a.attempt - b.attempt);
}

describe('the spool', () => {
  let dataDir: string;
  let folder: string;

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'modelgate-test-spool-'));
    folder = join(dataDir, 'submitted');
    mkdirSync(folder);
  });

  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  it('replays the evidence of another process once', async () => {
    const dead = new EvidenceSpool({ dataDir: join(dataDir, 'new') }, SEALS);
    await dead.add(buildEvidence(1));
    await dead.add(buildEvidence(2));
    const next = new EvidenceSpool({ dataDir: join(dataDir, 'new') }, SEALS);
    expect(await replay(next)).toEqual([buildEvidence(1), buildEvidence(2)]);
    expect(await replay(next)).toEqual([]);
  });

  it('is empty when the database has everything', async () => {
    const spool = new EvidenceSpool({ dataDir }, SEALS);
    const remove = await spool.add(buildEvidence(1));
    expect(readdirSync(folder)).toHaveLength(1);
    await remove();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('loses nothing of a running process while another one replays', async () => {
    const alive = new EvidenceSpool({ dataDir }, SEALS);
    const remove = await alive.add(buildEvidence(1));
    const other = new EvidenceSpool({ dataDir }, SEALS);
    await other.replay(() => alive.add(buildEvidence(2)).then(() => undefined));
    await remove();
    expect(await replay(other)).toEqual([buildEvidence(2)]);
  });

  it('keeps evidence that could not be stored', async () => {
    const spool = new EvidenceSpool({ dataDir }, SEALS);
    await spool.add(buildEvidence(1));
    await expect(spool.replay(() => Promise.reject(new Error('unavailable')))).rejects.toThrow('unavailable');
    expect(await replay(spool)).toEqual([buildEvidence(1)]);
  });

  it('ignores incomplete files', async () => {
    writeFileSync(join(folder, 'video_1-abc.part'), '{"taskId":');
    expect(await replay(new EvidenceSpool({ dataDir }, SEALS))).toEqual([]);
  });

  it('encrypts the content of the files', async () => {
    await new EvidenceSpool({ dataDir }, SEALS).add(buildEvidence(1));
    const [name = ''] = readdirSync(folder);
    expect(readFileSync(join(folder, name), 'latin1')).not.toContain('isTask');
  });

  it('replays the unencrypted files of an earlier version', async () => {
    writeFileSync(join(folder, 'video_1-abc.json'), JSON.stringify(buildEvidence(1)));
    expect(await replay(new EvidenceSpool({ dataDir }, SEALS))).toEqual([buildEvidence(1)]);
  });

  it('renames files that cannot be read, and replays the others', async () => {
    const spool = new EvidenceSpool({ dataDir }, SEALS);
    writeFileSync(join(folder, 'a-damaged.json'), '{"taskId":');
    await new EvidenceSpool({ dataDir }, new TaskSeals(new SecretBox(Buffer.alloc(32, 2)))).add(
      buildEvidence(2),
    );
    await spool.add(buildEvidence(1));
    expect(await replay(spool)).toEqual([buildEvidence(1)]);
    expect(readdirSync(folder)).toEqual([
      'a-damaged.unreadable',
      expect.stringMatching(/^video_1-.*\.unreadable$/),
    ]);
  });

  it('removes old incomplete files and old unreadable files', async () => {
    const age = (name: string, days: number): void => {
      const then = new Date(Date.now() - days * 24 * 60 * 60 * 1000);
      writeFileSync(join(folder, name), '');
      utimesSync(join(folder, name), then, then);
    };
    age('old.part', 2);
    age('new.part', 0);
    age('old.unreadable', 31);
    age('new.unreadable', 29);
    age('unrelated', 1000);
    await replay(new EvidenceSpool({ dataDir }, SEALS));
    expect(readdirSync(folder).toSorted()).toEqual(['new.part', 'new.unreadable', 'unrelated']);
  });

  it('is empty if the folder does not exist', async () => {
    expect(await replay(new EvidenceSpool({ dataDir: join(dataDir, 'none') }, SEALS))).toEqual([]);
  });
});
