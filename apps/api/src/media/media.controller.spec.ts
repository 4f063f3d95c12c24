import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import 'reflect-metadata';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, DiscoveryModule, NestFactory } from '@nestjs/core';
import { type NestFastifyApplication } from '@nestjs/platform-fastify';
import { AdminGuard } from '#admin';
import { PublicUrl, loadConfig } from '#config';
import { AccessDeclarations, Drain, ErrorFilter, RouteTable } from '#http-edge';
import { MediaStore, type SavedMedia, createMediaStore } from '#media';
import { LOGGER } from '#telemetry';
import { pino } from 'pino';
import { eventually } from '../../../../test/eventually/index.js';
import { AccessGuard } from '../http/access.guard.js';
import { QueueLines } from '../http/queue-lines.js';
import { TokenAccess } from '../http/token-access.js';
import { createFastifyAdapter, prepareEdge } from '../http/fastify-adapter.js';
import { ClientSecrets } from '#realtime';
import { MediaController } from './media.controller.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const LARGE_BYTES = 48 * 1024 * 1024;

interface LogLine {
  msg: string;
  path: string;
  status: number;
  outcome: string;
}

const relay = (): Promise<never> => Promise.reject(new Error('no route of this app relays'));

describe('MediaController', () => {
  const folder = mkdtempSync(join(tmpdir(), 'modelgate-test-media-'));
  const content = randomBytes(1000);
  const logs: LogLine[] = [];
  let app: NestFastifyApplication;
  let store: MediaStore;
  let saved: SavedMedia;
  let link: string;

  beforeAll(async () => {
    const logger = pino(collect(logs));
    const routes = new RouteTable();
    const drain = new Drain();

    @Module({
      imports: [DiscoveryModule],
      controllers: [MediaController],
      providers: [
        { provide: MediaStore, useFactory: () => store },
        { provide: Drain, useValue: drain },
        { provide: RouteTable, useValue: routes },
        { provide: LOGGER, useValue: logger },
        { provide: TokenAccess, useValue: {} },
        { provide: ClientSecrets, useValue: {} },
        { provide: AdminGuard, useValue: {} },
        { provide: QueueLines, useValue: {} },
        { provide: APP_GUARD, useClass: AccessGuard },
        { provide: APP_FILTER, useClass: ErrorFilter },
        AccessDeclarations,
      ],
    })
    class MediaOnlyModule {}

    const secretKey = randomBytes(32);
    let publicUrl = '';
    store = createMediaStore({
      dataDir: folder,
      retentionDays: () => 1,
      secretKeys: () => [secretKey],
      publicUrl: () => publicUrl,
    });
    const config = loadConfig({ PORT: '0' }, folder, []);
    const { http } = config;
    const adapter = createFastifyAdapter(http, logger, () => undefined);
    app = await NestFactory.create(MediaOnlyModule, adapter, {
      bodyParser: false,
      logger: false,
      abortOnError: false,
    });
    const refusals = { noteEnd: () => undefined, noteEarly: () => undefined };
    prepareEdge(adapter, { http, routes, drain, publicUrl: new PublicUrl(config), logger, refusals, relay });
    await app.listen(0, '127.0.0.1');
    publicUrl = `http://127.0.0.1:${getPort(app)}`;
    saved = await store.save(content, { extension: 'png', maxBytes: 1000 });
    link = store.linkTo(saved);
  });

  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });

  const get = (headers: Record<string, string> = {}): Promise<Response> => fetch(link, { headers });

  it('sends the file for a valid link', async () => {
    const response = await get();
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': '1000',
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-store',
      etag: `"${saved.id}"`,
      'last-modified': expect.stringMatching(/^\w{3}, \d\d \w{3} \d{4} .* GMT$/) as unknown,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'content-disposition': `inline; filename="${saved.id}.png"`,
      'cross-origin-resource-policy': 'cross-origin',
      'x-request-id': expect.stringMatching(/^req_/) as unknown,
    });
    expect(response.headers.has('content-range')).toBe(false);
    expect(await readBytes(response)).toEqual(content);
  });

  it('sends the same headers without the file for HEAD', async () => {
    const whole = await get();
    const head = await fetch(link, { method: 'HEAD', headers: { range: 'bytes=0-9' } });
    expect(head.status).toBe(200);
    expect(getFileHeaders(head.headers)).toEqual(getFileHeaders(whole.headers));
    expect(await readBytes(head)).toHaveLength(0);
    await whole.body?.cancel();
  });

  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=100-199', 100, 199],
    ['bytes=990-', 990, 999],
    ['bytes=-10', 990, 999],
    ['bytes=0-5000', 0, 999],
  ])('sends the part %s', async (range, start, end) => {
    const response = await get({ range });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end}/1000`);
    expect(response.headers.get('content-length')).toBe(String(end - start + 1));
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(await readBytes(response)).toEqual(content.subarray(start, end + 1));
  });

  it.each(['bytes=0-1,5-6', 'bytes=5-1', 'bytes=x', 'lines=1-2'])(
    'sends the complete file for %s',
    async (range) => {
      const response = await get({ range });
      expect(response.status).toBe(200);
      expect(await readBytes(response)).toEqual(content);
    },
  );

  it('refuses a range outside the file', async () => {
    const response = await get({ range: 'bytes=1000-' });
    expect(response.status).toBe(416);
    expect(response.headers.get('content-range')).toBe('bytes */1000');
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await response.json()).toMatchObject({ error: { code: 'range_not_satisfiable' } });
  });

  it('continues a download only if the file is the same', async () => {
    const range = 'bytes=500-';
    const lastModified = (await get()).headers.get('last-modified') ?? '';
    const statusFor = async (ifRange: string): Promise<number> =>
      (await get({ range, 'if-range': ifRange })).status;
    expect(await statusFor(`"${saved.id}"`)).toBe(206);
    expect(await statusFor(lastModified)).toBe(206);
    expect(await statusFor(`W/"${saved.id}"`)).toBe(200);
    expect(await statusFor('"another"')).toBe(200);
    expect(await statusFor('Thu, 01 Jan 2026 00:00:00 GMT')).toBe(200);
  });

  it('sends the same error for every invalid link', async () => {
    const gone = await store.save(content, { extension: 'png', maxBytes: 1000 });
    const goneLink = store.linkTo(gone);
    await store.delete(gone.id, 'png');
    const wrong = [
      goneLink,
      link.replace('.png', '.jpg'),
      link.replace('.png', '.exe'),
      link.replace('.png', '.png.part'),
      link.replace('.png', ''),
      link.replace(saved.id, gone.id),
      link.replace(saved.id, '..%2f..%2fsecret'),
      link.replace(/expires=\d+/, 'expires=9999999999'),
      link.replace(/&signature=.*/, ''),
      link.replace(/signature=.*/, 'signature='),
      link.replace(/\?.*/, ''),
      `${link}&signature=x`,
      `${link}&expires=9999999999`,
      store.linkTo(saved, new Date(Date.now() - DAY_MS - 1000)),
    ];
    for (const address of wrong) {
      const response = await fetch(address);
      expect([address, response.status]).toEqual([address, 404]);
      expect(await response.json()).toEqual({
        error: {
          message: 'The file does not exist, or the link to it has expired.',
          type: 'invalid_request_error',
          param: null,
          code: 'media_not_found',
        },
      });
    }
  });

  it('sends the same status for HEAD and GET of an invalid link', async () => {
    const response = await fetch(`${link}x`, { method: 'HEAD' });
    expect(response.status).toBe(404);
    expect(await response.text()).toBe('');
  });

  it('allows no other method', async () => {
    const response = await fetch(link, { method: 'DELETE' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')?.split(', ').toSorted()).toEqual(['GET', 'HEAD']);
  });

  it('logs neither the signature nor a failure if the client disconnects during a download', async () => {
    const video = await store.save(Buffer.alloc(LARGE_BYTES), { extension: 'mp4', maxBytes: LARGE_BYTES });
    const { pathname, search } = new URL(store.linkTo(video));
    const client = connect(getPort(app), '127.0.0.1');
    client.write(`GET ${pathname}${search} HTTP/1.1\r\nhost: x\r\n\r\n`);
    await once(client, 'data');
    client.destroy();
    const line = await eventually(() => logs.find(({ path }) => path === pathname));
    expect(line).toMatchObject({ msg: 'request', status: 200, outcome: 'client-gone' });
    expect(JSON.stringify(logs)).not.toContain('signature');
    expect(logs.map(({ msg }) => msg)).not.toContain('request failed');
  });
});

async function readBytes(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer());
}

function getPort(app: NestFastifyApplication): number {
  return (app.getHttpServer().address() as AddressInfo).port;
}

/** The headers of the file, without those of the response and its connection. */
function getFileHeaders(headers: Headers): Record<string, string> {
  const others = ['x-request-id', 'request-id', 'date', 'connection', 'keep-alive'];
  return Object.fromEntries([...headers].filter(([name]) => !others.includes(name)));
}

function collect(logs: LogLine[]): Writable {
  return new Writable({
    write(line: Buffer, _encoding, done) {
      logs.push(JSON.parse(line.toString()) as LogLine);
      done();
    },
  });
}
