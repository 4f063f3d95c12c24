import { randomBytes } from 'node:crypto';
import { type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { GatewayError } from '#canonical';
import { HttpTransport } from '#egress';
import { type MediaStore } from '#media';
import * as fc from 'fast-check';
import { S3Server } from '../s3/s3-server.js';
import { StoreHarness, getStream } from './store-harness.js';

const PNG = { extension: 'png', maxBytes: 1000 } as const;
const NOW = new Date();
const DAY_MS = 24 * 60 * 60 * 1000;
const UNKNOWN_ID = 'a'.repeat(32);

describe.each(['folder', 's3'] as const)('a media store: %s', (kind) => {
  const http = new HttpTransport();
  let server: S3Server;
  let harness: StoreHarness;
  let store: MediaStore;

  beforeAll(async () => {
    server = await S3Server.start();
  });

  afterAll(async () => {
    await http.close();
    await server.stop();
  });

  beforeEach(async () => {
    harness = await StoreHarness.create({ store: kind, server, transport: http.send });
    ({ store } = harness);
  });

  afterEach(() => harness.stop());

  describe('save', () => {
    it('stores bytes, and returns their metadata', async () => {
      const saved = await store.save(Buffer.from('image'), PNG);
      expect(saved).toEqual({
        id: expect.stringMatching(/^[a-z2-7]{32}$/) as unknown,
        extension: 'png',
        sizeBytes: 5,
      });
      const media = await store.open(saved.id, 'png');
      expect(media?.sizeBytes).toBe(5);
      expect(Math.abs((media?.createdAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
      expect(await harness.readContent(saved)).toEqual(Buffer.from('image'));
    });

    it('stores a stream, chunk by chunk', async () => {
      const chunks = [randomBytes(300), new Uint8Array(), randomBytes(700)];
      const saved = await store.save(getStream(chunks), PNG);
      expect(saved.sizeBytes).toBe(1000);
      expect(await harness.readContent(saved)).toEqual(Buffer.concat(chunks));
    });

    it('leaves nothing behind if its source fails', async () => {
      const gone = new GatewayError('upstream-unreachable', 'Gone.');
      async function* source(): AsyncGenerator<Uint8Array> {
        yield Buffer.from('half');
        throw gone;
      }
      await expect(store.save(source(), PNG)).rejects.toBe(gone);
      expect(await harness.listFiles()).toEqual([]);
    });

    it('aborts a stream at the first byte above the limit', async () => {
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
        message: 'The provider returned a file larger than 1000 bytes, which is the storage limit.',
      });
      expect(isStopped).toBe(true);
      expect(await harness.listFiles()).toEqual([]);
    });

    it.each([
      [1000, true],
      [1001, false],
    ])('of %i bytes with a limit of 1000: %s', async (sizeBytes, isKept) => {
      const outcome = store.save(Buffer.alloc(sizeBytes), PNG).then(
        () => true,
        () => false,
      );
      expect(await outcome).toBe(isKept);
    });
  });

  describe('open', () => {
    it('reads any range of a file', async () => {
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
        { examples: [[0, 0]] },
      );
    });

    it('continues to read a file that is deleted in the meantime', async () => {
      const { id } = await store.save(Buffer.from('image'), PNG);
      const reading = await (await store.open(id, 'png'))?.read();
      expect(await store.delete(id, 'png')).toBe(true);
      expect(await buffer(reading as Readable)).toEqual(Buffer.from('image'));
    });

    it('closes the file when its reader stops', async () => {
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
      expect(await store.open(UNKNOWN_ID, 'png')).toBeUndefined();
    });
  });

  describe('linkTo', () => {
    it('returns a link to the public address, which is valid until the file expires', async () => {
      const saved = await store.save(Buffer.from('image'), PNG);
      const link = new URL(store.linkTo(saved, NOW));
      expect(link.origin + link.pathname).toBe(`https://models.example.com/gate/media/${saved.id}.png`);
      const query = Object.fromEntries(link.searchParams);
      const isValidAfter = (ageMs: number): boolean =>
        store.isValidLink(saved.id, 'png', query, new Date(NOW.getTime() + ageMs));
      expect([0, 30 * DAY_MS - 1000, 30 * DAY_MS].map(isValidAfter)).toEqual([true, true, false]);
    });

    it('uses the current time by default', () => {
      const name = { id: UNKNOWN_ID, extension: 'mp4' } as const;
      const expires = Number(new URL(store.linkTo(name)).searchParams.get('expires'));
      expect(Math.abs(expires * 1000 - (Date.now() + 30 * DAY_MS))).toBeLessThan(60_000);
    });
  });

  describe('delete', () => {
    it('removes one file, once', async () => {
      const [one, other] = [await store.save(Buffer.from('1'), PNG), await store.save(Buffer.from('2'), PNG)];
      expect(await store.delete(one.id, 'png')).toBe(true);
      expect(await store.delete(one.id, 'png')).toBe(false);
      expect(await harness.readContent(one)).toBeUndefined();
      expect(await harness.readContent(other)).toEqual(Buffer.from('2'));
    });
  });

  describe('deleteExpired', () => {
    it('removes expired files, and nothing else', async () => {
      const [old, young] = [await store.save(Buffer.from('1'), PNG), await store.save(Buffer.from('2'), PNG)];
      await harness.age(old, new Date(NOW.getTime() - 30 * DAY_MS - 1000));
      await harness.age(young, new Date(NOW.getTime() - 30 * DAY_MS + 1000));
      expect(await store.deleteExpired(NOW)).toBe(1);
      expect(await harness.listFiles()).toEqual([`${young.id}.png`]);
    });

    it('does not fail for files that other processes remove at the same time', async () => {
      for (let i = 0; i < 100; i += 1) {
        await harness.age(await store.save(Buffer.from([i]), PNG), new Date(NOW.getTime() - 31 * DAY_MS));
      }
      const counts = await Promise.all([1, 2, 3].map(() => store.deleteExpired(NOW)));
      expect(counts.reduce((total, count) => total + count)).toBe(100);
      expect(await harness.listFiles()).toEqual([]);
    });

    it('does nothing if there is no folder yet', async () => {
      expect(await store.deleteExpired(NOW)).toBe(0);
    });
  });
});
