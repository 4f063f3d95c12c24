import { rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type MediaStore } from '#media';
import { type S3Server } from '../s3/s3-server.js';
import { StoreHarness } from './store-harness.js';

const PNG = { extension: 'png', maxBytes: 1000 } as const;
const NOW = new Date();
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const NO_SERVER = { settings: {}, listObjects: async () => [] } as unknown as S3Server;

const sendNothing = () => Promise.reject(new Error('nothing is sent'));

/** What only a folder does; media-store.spec.ts has what every store does. */
describe('a media store in a folder', () => {
  let harness: StoreHarness;
  let folder: string;
  let store: MediaStore;

  beforeEach(async () => {
    harness = await StoreHarness.create({ store: 'folder', server: NO_SERVER, transport: sendNothing });
    ({ store, folder } = harness);
  });

  afterEach(() => harness.stop());

  it('is not readable for other users of the machine', async () => {
    const saved = await store.save(Buffer.from('image'), PNG);
    const path = harness.getPath(saved);
    const modes = [path, join(path, '..'), folder].map(async (each) => (await stat(each)).mode & 0o777);
    expect(await Promise.all(modes)).toEqual([0o600, 0o700, 0o700]);
  });

  it('gives an incomplete file a temporary name', async () => {
    let filesMeanwhile: string[] = [];
    async function* source(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('half');
      filesMeanwhile = await harness.listFiles();
      yield Buffer.from('whole');
    }
    const { id } = await store.save(source(), PNG);
    expect(filesMeanwhile).toEqual([`${id}.png.part`]);
    expect(await harness.listFiles()).toEqual([`${id}.png`]);
  });

  it('creates its folders again if they were removed', async () => {
    await store.save(Buffer.from('lost'), PNG);
    await rm(folder, { recursive: true });
    const saved = await store.save(Buffer.from('kept'), PNG);
    expect(await harness.readContent(saved)).toEqual(Buffer.from('kept'));
  });

  it.each([
    ['../secret', 'png'],
    ['../../media/secret', 'png'],
    ['..', '/secret.png'],
    ['', ''],
    ['secret\0', 'png'],
  ])('rejects names that leave its folder: %j and %j', async (id, extension) => {
    await store.save(Buffer.from('image'), PNG);
    await writeFile(join(harness.dataDir, 'secret.png'), 'secret');
    await writeFile(join(folder, 'secret.png'), 'secret');
    expect(await store.open(id, extension)).toBeUndefined();
    expect(await store.delete(id, extension)).toBe(false);
    expect(store.isValidLink(id, extension, {}, NOW)).toBe(false);
    expect(await harness.listFiles()).toHaveLength(3);
  });

  it('removes files that will never be complete', async () => {
    const saved = await store.save(Buffer.from('1'), PNG);
    const shard = join(harness.getPath(saved), '..');
    const [dead, alive] = [`${'a'.repeat(32)}.mp4.part`, `${'b'.repeat(32)}.mp4.part`];
    await Promise.all([dead, alive].map((name) => writeFile(join(shard, name), 'half')));
    await age(join(shard, dead), HOUR_MS + 1000);
    await age(join(shard, alive), HOUR_MS - 1000);
    expect(await store.deleteExpired(NOW)).toBe(1);
    expect((await harness.listFiles()).toSorted()).toEqual([`${saved.id}.png`, alive].toSorted());
  });

  it('does not remove files of others', async () => {
    const saved = await store.save(Buffer.from('1'), PNG);
    const foreign = [join(folder, 'README'), join(harness.getPath(saved), '..', 'notes.png')];
    for (const path of foreign) {
      await writeFile(path, 'mine');
      await age(path, 365 * DAY_MS);
    }
    expect(await store.deleteExpired(NOW)).toBe(0);
    expect(await harness.listFiles()).toHaveLength(3);
  });
});

/** Makes a file look as if it had been written that long ago. */
async function age(path: string, ageMs: number): Promise<void> {
  const then = new Date(NOW.getTime() - ageMs);
  await utimes(path, then, then);
}
