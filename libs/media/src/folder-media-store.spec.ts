import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { GatewayError } from '#canonical';
import * as fc from 'fast-check';
import { FolderMediaStore } from './folder-media-store.js';
import { newMediaId } from './media-name.js';
import { type SavedMedia } from './media-store.js';

const PNG = { extension: 'png', maxBytes: 1000 } as const;
const NOW = new Date();
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

describe('FolderMediaStore', () => {
  let parent: string;
  let folder: string;
  let store: FolderMediaStore;

  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'modelgate-test-media-'));
    folder = join(parent, 'media');
    const signingKey = randomBytes(32);
    store = new FolderMediaStore({
      folder,
      retentionDays: 30,
      signingKeys: () => [signingKey],
      publicUrl: 'https://models.example.com/gate',
    });
  });

  afterEach(() => rm(parent, { recursive: true }));

  const getPath = ({ id, extension }: { id: string; extension: string }): string =>
    join(folder, id.slice(0, 2), `${id}.${extension}`);

  const filesOnDisk = async (): Promise<string[]> => {
    const entries = await readdir(parent, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  };

  const readContent = async ({ id, extension }: SavedMedia): Promise<Buffer | undefined> => {
    const media = await store.open(id, extension);
    return media && buffer(await media.read());
  };

  describe('save', () => {
    it('keeps bytes, and says what is there', async () => {
      const saved = await store.save(Buffer.from('image'), PNG);
      expect(saved).toEqual({
        id: expect.stringMatching(/^[a-z2-7]{32}$/) as unknown,
        extension: 'png',
        sizeBytes: 5,
      });
      const media = await store.open(saved.id, 'png');
      expect(media?.sizeBytes).toBe(5);
      expect(Math.abs((media?.createdAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
      expect(await readContent(saved)).toEqual(Buffer.from('image'));
    });

    it('keeps a stream, chunk by chunk', async () => {
      const chunks = [randomBytes(300), new Uint8Array(), randomBytes(700)];
      const saved = await store.save(getStream(chunks), PNG);
      expect(saved.sizeBytes).toBe(1000);
      expect(await readContent(saved)).toEqual(Buffer.concat(chunks));
    });

    it('lets nobody else on the machine look', async () => {
      const saved = await store.save(Buffer.from('image'), PNG);
      const path = getPath(saved);
      const modes = [path, join(path, '..'), folder].map(async (each) => (await stat(each)).mode & 0o777);
      expect(await Promise.all(modes)).toEqual([0o600, 0o700, 0o700]);
    });

    it('gives no real name to a file that is not whole yet', async () => {
      let filesMeanwhile: string[] = [];
      async function* source(): AsyncGenerator<Uint8Array> {
        yield Buffer.from('half');
        filesMeanwhile = await filesOnDisk();
        yield Buffer.from('whole');
      }
      const { id } = await store.save(source(), PNG);
      expect(filesMeanwhile).toEqual([`${id}.png.part`]);
      expect(await filesOnDisk()).toEqual([`${id}.png`]);
    });

    it('leaves nothing behind where its source fails', async () => {
      const gone = new GatewayError('upstream-unreachable', 'Gone.');
      async function* source(): AsyncGenerator<Uint8Array> {
        yield Buffer.from('half');
        throw gone;
      }
      await expect(store.save(source(), PNG)).rejects.toBe(gone);
      expect(await filesOnDisk()).toEqual([]);
    });

    it('stops a stream at the first byte too many', async () => {
      let isStopped = false;
      async function* endless(): AsyncGenerator<Uint8Array> {
        try {
          for (;;) yield Buffer.alloc(100);
        } finally {
          isStopped = true;
        }
      }
      await expect(store.save(endless(), PNG)).rejects.toMatchObject({
        kind: 'upstream-bad-response',
        message: 'The model service sent a file of more than 1000 bytes, which is the most that is kept.',
      });
      expect(isStopped).toBe(true);
      expect(await filesOnDisk()).toEqual([]);
    });

    it.each([
      [1000, true],
      [1001, false],
    ])('of %i bytes where 1000 are allowed: %s', async (sizeBytes, isKept) => {
      const outcome = store.save(Buffer.alloc(sizeBytes), PNG).then(
        () => true,
        () => false,
      );
      expect(await outcome).toBe(isKept);
    });

    it('makes its folders again where somebody removed them', async () => {
      await store.save(Buffer.from('lost'), PNG);
      await rm(folder, { recursive: true });
      const saved = await store.save(Buffer.from('kept'), PNG);
      expect(await readContent(saved)).toEqual(Buffer.from('kept'));
    });
  });

  describe('open', () => {
    it('reads any range as it would be cut from the whole', async () => {
      const content = randomBytes(1000);
      const { id } = await store.save(content, PNG);
      const media = await store.open(id, 'png');
      const position = fc.nat(content.length - 1);
      await fc.assert(
        fc.asyncProperty(position, position, async (one, other) => {
          const [start, end] = one < other ? [one, other] : [other, one];
          const read = await media?.read({ start, end });
          expect(await buffer(read as Readable)).toEqual(content.subarray(start, end + 1));
        }),
      );
    });

    it('goes on reading what is deleted meanwhile', async () => {
      const { id } = await store.save(Buffer.from('image'), PNG);
      const reading = await (await store.open(id, 'png'))?.read();
      expect(await store.delete(id, 'png')).toBe(true);
      expect(await buffer(reading as Readable)).toEqual(Buffer.from('image'));
    });

    it('closes the file when its reader goes away', async () => {
      const { id } = await store.save(Buffer.alloc(1000), PNG);
      const reading = (await (await store.open(id, 'png'))?.read()) as Readable;
      const closed = new Promise((resolve) => {
        reading.once('close', resolve);
      });
      reading.destroy();
      await closed;
      expect(reading.closed).toBe(true);
    });

    it('finds nothing under another name', async () => {
      const { id } = await store.save(Buffer.from('image'), PNG);
      expect(await store.open(id, 'jpg')).toBeUndefined();
      expect(await store.open(newMediaId(), 'png')).toBeUndefined();
    });

    it.each([
      ['../secret', 'png'],
      ['../../media/secret', 'png'],
      ['..', '/secret.png'],
      ['', ''],
      ['secret\0', 'png'],
    ])('does not leave its folder for %j and %j', async (id, extension) => {
      await store.save(Buffer.from('image'), PNG);
      await writeFile(join(parent, 'secret.png'), 'secret');
      await writeFile(join(folder, 'secret.png'), 'secret');
      expect(await store.open(id, extension)).toBeUndefined();
      expect(await store.delete(id, extension)).toBe(false);
      expect(store.isValidLink(id, extension, {}, NOW)).toBe(false);
      expect(await filesOnDisk()).toHaveLength(3);
    });
  });

  describe('linkTo', () => {
    it('leads to the public address, until the file is no longer kept', async () => {
      const saved = await store.save(Buffer.from('image'), PNG);
      const link = new URL(store.linkTo(saved, NOW));
      expect(link.origin + link.pathname).toBe(`https://models.example.com/gate/media/${saved.id}.png`);
      const query = Object.fromEntries(link.searchParams);
      const isValidAfter = (ageMs: number): boolean =>
        store.isValidLink(saved.id, 'png', query, new Date(NOW.getTime() + ageMs));
      expect([0, 30 * DAY_MS - 1000, 30 * DAY_MS].map(isValidAfter)).toEqual([true, true, false]);
    });

    it('counts from now where nothing else is said', () => {
      const name = { id: newMediaId(), extension: 'mp4' } as const;
      const expires = Number(new URL(store.linkTo(name)).searchParams.get('expires'));
      expect(Math.abs(expires * 1000 - (Date.now() + 30 * DAY_MS))).toBeLessThan(60_000);
    });
  });

  describe('delete', () => {
    it('removes one file, once', async () => {
      const [one, other] = [await store.save(Buffer.from('1'), PNG), await store.save(Buffer.from('2'), PNG)];
      expect(await store.delete(one.id, 'png')).toBe(true);
      expect(await store.delete(one.id, 'png')).toBe(false);
      expect(await readContent(one)).toBeUndefined();
      expect(await readContent(other)).toEqual(Buffer.from('2'));
    });
  });

  describe('deleteExpired', () => {
    it('removes what is older than it has to be kept, and nothing else', async () => {
      const [old, young] = [await store.save(Buffer.from('1'), PNG), await store.save(Buffer.from('2'), PNG)];
      await age(getPath(old), 30 * DAY_MS + 1000);
      await age(getPath(young), 30 * DAY_MS - 1000);
      expect(await store.deleteExpired(NOW)).toBe(1);
      expect(await filesOnDisk()).toEqual([`${young.id}.png`]);
    });

    it('removes files that nobody will finish any more', async () => {
      const saved = await store.save(Buffer.from('1'), PNG);
      const shard = join(getPath(saved), '..');
      const [dead, alive] = [`${newMediaId()}.mp4.part`, `${newMediaId()}.mp4.part`];
      await Promise.all([dead, alive].map((name) => writeFile(join(shard, name), 'half')));
      await age(join(shard, dead), HOUR_MS + 1000);
      await age(join(shard, alive), HOUR_MS - 1000);
      expect(await store.deleteExpired(NOW)).toBe(1);
      expect((await filesOnDisk()).toSorted()).toEqual([`${saved.id}.png`, alive].toSorted());
    });

    it('leaves alone what is not its own', async () => {
      const saved = await store.save(Buffer.from('1'), PNG);
      const foreign = [join(folder, 'README'), join(getPath(saved), '..', 'notes.png')];
      for (const path of foreign) {
        await writeFile(path, 'mine');
        await age(path, 365 * DAY_MS);
      }
      expect(await store.deleteExpired(NOW)).toBe(0);
      expect(await filesOnDisk()).toHaveLength(3);
    });

    it('does not stumble over files that others remove at the same time', async () => {
      for (let i = 0; i < 100; i += 1) {
        await age(getPath(await store.save(Buffer.from([i]), PNG)), 31 * DAY_MS);
      }
      const counts = await Promise.all([1, 2, 3].map(() => store.deleteExpired(NOW)));
      expect(counts.reduce((total, count) => total + count)).toBe(100);
      expect(await filesOnDisk()).toEqual([]);
    });

    it('has nothing to do where there is no folder yet', async () => {
      expect(await store.deleteExpired(NOW)).toBe(0);
    });
  });
});

async function* getStream(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

/** Makes a file look as if it had been written that long ago. */
async function age(path: string, ageMs: number): Promise<void> {
  const then = new Date(NOW.getTime() - ageMs);
  await utimes(path, then, then);
}
