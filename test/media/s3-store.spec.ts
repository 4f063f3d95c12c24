import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { HttpTransport, type Transport } from '#egress';
import { type MediaStore } from '#media';
import { S3Server } from '../s3/s3-server.js';
import { type HarnessOptions, StoreHarness, getStream } from './store-harness.js';

const MIB = 1024 * 1024;
const PART_BYTES = 8 * MIB;
const VIDEO = { extension: 'mp4', maxBytes: 100 * MIB } as const;
const DAY_MS = 24 * 60 * 60 * 1000;
const UNAVAILABLE = { kind: 'store-unavailable', code: 'media_store_unavailable', retryAfterSeconds: 10 };

/** What only a bucket does; media-store.spec.ts has what every store does. */
describe('a media store on S3', () => {
  const http = new HttpTransport();
  const logs: [string, string][] = [];
  const logger = {
    warn: ({ reason }: { reason: string }, message: string) => logs.push([message, reason]),
    info: (message: string) => logs.push([message, '']),
  } as unknown as NonNullable<HarnessOptions['logger']>;
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

  const create = (options: Partial<HarnessOptions> = {}): Promise<StoreHarness> =>
    StoreHarness.create({ store: 's3', server, transport: http.send, logger, ...options });

  beforeEach(async () => {
    harness = await create();
    ({ store } = harness);
    server.fault = () => undefined;
    server.seen.length = 0;
    logs.length = 0;
  });

  afterEach(() => harness.stop());

  describe('a file of several parts', () => {
    it('is sent in equal parts, the last one smaller, and read like any other', async () => {
      const content = randomBytes(2 * PART_BYTES + 5);
      const chunks = [
        content.subarray(0, 100),
        content.subarray(100, PART_BYTES + 7),
        content.subarray(PART_BYTES + 7),
      ];
      const saved = await store.save(getStream(chunks), VIDEO);
      expect(saved.sizeBytes).toBe(content.length);
      const sizes = server.seen
        .filter(({ path }) => path.includes('partNumber'))
        .map((each) => each.sizeBytes);
      expect(sizes).toEqual([PART_BYTES, PART_BYTES, 5]);
      expect((await harness.readContent(saved))?.equals(content)).toBe(true);
      expect(await server.listUploads()).toEqual([]);
    });

    it('leaves nothing behind if its source fails, or is too long', async () => {
      async function* broken(): AsyncGenerator<Uint8Array> {
        yield Buffer.alloc(PART_BYTES + 1);
        throw new Error('gone');
      }
      await expect(store.save(broken(), VIDEO)).rejects.toThrow('gone');
      const long = store.save(getStream([Buffer.alloc(PART_BYTES), Buffer.alloc(2)]), {
        ...VIDEO,
        maxBytes: PART_BYTES + 1,
      });
      await expect(long).rejects.toMatchObject({ kind: 'upstream-bad-response' });
      expect(server.seen.filter(({ path }) => path.includes('uploads=')).length).toBe(2);
      expect([await server.listUploads(), await harness.listFiles()]).toEqual([[], []]);
    });

    it('leaves nothing behind if the service fails permanently', async () => {
      server.fault = ({ path }) => (path.includes('partNumber=2') ? 403 : undefined);
      await expect(store.save(Buffer.alloc(PART_BYTES + 1), VIDEO)).rejects.toMatchObject(UNAVAILABLE);
      expect([await server.listUploads(), await harness.listFiles()]).toEqual([[], []]);
    });

    it('is stored if the service fails temporarily, or its last response is lost', async () => {
      const failed = new Set<string>();
      server.fault = ({ method, path }) => {
        const what = path.includes('partNumber') ? `${method} part` : method;
        if (failed.has(what)) return undefined;
        failed.add(what);
        return method === 'HEAD' ? 'cut' : 503;
      };
      const saved = await store.save(Buffer.alloc(PART_BYTES + 1, 'x'), VIDEO);
      expect(await harness.readContent(saved)).toHaveLength(PART_BYTES + 1);
      expect(failed).toEqual(new Set(['POST', 'PUT part', 'HEAD', 'GET']));
    });

    it('is removed by a sweep if it was not finished within a day', async () => {
      const saved = await store.save(Buffer.from('young'), VIDEO);
      server.fault = ({ method, path }) => (method !== 'POST' && path.includes('uploadId') ? 403 : undefined);
      await expect(store.save(Buffer.alloc(PART_BYTES), VIDEO)).rejects.toMatchObject(UNAVAILABLE);
      await expect(store.save(Buffer.alloc(PART_BYTES), VIDEO)).rejects.toMatchObject(UNAVAILABLE);
      server.fault = () => undefined;
      const [old = '', young] = await server.listUploads();
      await server.age({ uploadId: old }, new Date(Date.now() - DAY_MS - 60_000));
      expect(await store.deleteExpired(new Date())).toBe(1);
      expect(await server.listUploads()).toEqual([young]);
      expect(await harness.readContent(saved)).toEqual(Buffer.from('young'));
    });
  });

  it('reads only the requested range', async () => {
    const { id } = await store.save(Buffer.from('0123456789'), VIDEO);
    const media = await store.open(id, 'mp4');
    const part = await media?.read({ start: 2, end: 4 });
    expect(await part?.toArray()).toEqual([Buffer.from('234')]);
    expect(server.seen.map(({ method }) => method)).toEqual(['PUT', 'HEAD', 'GET']);
  });

  it('reports that it is unavailable while the service is down, and recovers', async () => {
    const saved = await store.save(Buffer.from('kept'), VIDEO);
    await server.shutDown();
    await expect(store.open(saved.id, 'mp4')).rejects.toMatchObject(UNAVAILABLE);
    await expect(store.save(Buffer.from('lost'), VIDEO)).rejects.toMatchObject(UNAVAILABLE);
    await server.restart();
    expect(await harness.readContent(saved)).toEqual(Buffer.from('kept'));
    expect(logs).toEqual([
      ['the media store is unavailable', `${server.origin} does not respond: ECONNREFUSED`],
      ['the media store is available again', ''],
    ]);
  });

  it('puts the bucket into the host name if possible', async () => {
    const transport: Transport = (request, call) => {
      const url = new URL(request.url.pathname + request.url.search, server.origin);
      return http.send({ ...request, url }, call);
    };
    const amazon = await create({ transport, s3: { endpoint: undefined, forcePathStyle: false } });
    const saved = await amazon.store.save(Buffer.from('image'), VIDEO);
    expect(await amazon.readContent(saved)).toEqual(Buffer.from('image'));
    expect(new Set(server.seen.map(({ host }) => host))).toEqual(
      new Set(['generated-files.s3.eu-west-1.amazonaws.com']),
    );
    expect(server.seen[0]?.path).toMatch(/^\/tests%20%28%2B%C3%A9%29\/[0-9a-f]{8}\/[a-z2-7]{32}\.mp4$/);
    await amazon.stop();
  });

  describe('reports', () => {
    it.each([
      [
        'a bucket that is not there',
        { bucket: 'no-such-bucket' },
        'there is no bucket "no-such-bucket" at ORIGIN; create it, or correct media.s3.bucket',
      ],
      [
        'a key that is not known',
        { accessKeyId: 'AKIDOTHER' },
        'the access key AKIDOTHER does not exist at ORIGIN; correct media.s3.accessKeyId',
      ],
      [
        'a wrong secret',
        { secretAccessKey: 'wrong' },
        'ORIGIN rejected the signature; correct media.s3.secretAccessKey',
      ],
      [
        'another region',
        { region: 'eu-west-2' },
        'ORIGIN returned status 400 (AuthorizationHeaderMalformed): It is refused.',
      ],
      [
        'an address without a server',
        { endpoint: 'http://127.0.0.1:1' },
        'http://127.0.0.1:1 does not respond: ECONNREFUSED',
      ],
    ])('with %s', async (_what, s3, words) => {
      const wrong = await create({ s3 });
      const [place] = wrong.createPlaces('s3');
      expect(await place.findTrouble()).toBe(words.replace('ORIGIN', server.origin));
      await expect(wrong.store.open('a'.repeat(32), 'png')).rejects.toMatchObject(UNAVAILABLE);
      await wrong.stop();
    });

    it('no error, and leaves nothing, if everything is correct', async () => {
      const [place] = harness.createPlaces('s3');
      expect(await place.findTrouble()).toBeUndefined();
      expect(await harness.listFiles()).toEqual([]);
    });
  });
});
