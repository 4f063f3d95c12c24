import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type AdmittedCall, type HeldBudget, type ProbePermit } from '#admission';
import { type Channel, DEFAULT_TIMEOUTS } from '#catalog';
import { type CredentialSource, type Credentials } from '#credentials';
import { HttpTransport } from '#egress';
import { type Provider, findProvider } from '#providers';
import { fetchTokenCount } from './fetch-token-count.js';
import { callUpstream } from './call-upstream.js';
import { fetchUpstreamFile } from './fetch-upstream-file.js';
import { sendToAccount } from './send-to-account.js';
import { VideoUpstream } from './video-upstream.js';

const BODY = Buffer.from('{"model":"m","messages":[]}');
const STALE: Credentials = { kind: 'bearer', token: 'stale' };
const FRESH: Credentials = { kind: 'bearer', token: 'fresh' };
const STALE_KEYS: Credentials = { kind: 'aws', accessKeyId: 'STALE', secretAccessKey: 's' };
const FRESH_KEYS: Credentials = { kind: 'aws', accessKeyId: 'FRESH', secretAccessKey: 's' };

/** Credentials of a test, and those that were rejected. */
class FakeSource implements CredentialSource {
  readonly addresses = [];
  readonly refused: Credentials[] = [];

  constructor(
    readonly current: Credentials,
    private readonly renewed: Credentials | undefined,
    private readonly allowed = true,
  ) {}

  ready(): Promise<Credentials> {
    return Promise.resolve(this.current);
  }

  renew(refused: Credentials): Promise<Credentials | undefined> {
    this.refused.push(refused);
    return Promise.resolve(this.renewed);
  }

  requireAddress(): void {
    if (!this.allowed) throw new Error('not to this address');
  }
}

const http = new HttpTransport();
const { signal } = new AbortController();
const permit = { requireModel: () => requireModel() } as unknown as AdmittedCall;
/** Throws where the token may not use the model. */
let requireModel = (): void => undefined;
// The others exist for the compiler only.
const probePermit = {} as ProbePermit;
const budget = {} as HeldBudget;
let service: Server;
let origin: string;
/** The token of each request. */
const tokens: string[] = [];
let respond = (_authorization: string): { status: number; headers?: Record<string, string> } => ({
  status: 200,
});

beforeAll(async () => {
  service = createServer((request, response) => {
    const { authorization = '' } = request.headers;
    tokens.push(/fresh/i.test(authorization) ? 'fresh' : 'stale');
    request.resume().on('end', () => {
      const { status, headers } = respond(authorization);
      const type = request.headers.accept?.includes('event-stream')
        ? 'text/event-stream'
        : 'application/json';
      response.writeHead(status, { 'content-type': type, ...headers });
      response.end(status === 200 ? '{"ok":true}' : '{"error":{"message":"no"}}');
    });
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});

beforeEach(() => {
  tokens.length = 0;
});

afterAll(async () => {
  await http.close();
  service.closeAllConnections();
  service.close();
});

function requireProvider(id: string): Provider {
  const provider = findProvider(id);
  if (provider === undefined) throw new Error(`there is no ${id}`);
  return provider;
}

const channelOf = (provider: string, credentials: CredentialSource): Channel => ({
  id: 'c',
  name: 'c',
  provider,
  baseUrl: origin,
  apiKeys: [],
  headers: {},
  models: [],
  project: 'p',
  region: 'eu-west-1',
  priority: 0,
  weight: 1,
  timeouts: DEFAULT_TIMEOUTS,
  enabled: true,
  origin: 'file',
  createdAt: new Date(0),
  credentials,
});

const targetOf = (provider: string, credentials: CredentialSource) => ({
  target: { channel: channelOf(provider, credentials), model: 'm', upstreamModel: 'm' },
  provider: requireProvider(provider),
  apiKey: undefined,
  permit,
  budget,
  signal,
});

function discard(response: Awaited<ReturnType<typeof sendToAccount>>): number {
  response.discard();
  return response.status;
}

/** All functions that call an upstream. Each returns the last status. */
const CALLERS: readonly [name: string, call: (credentials: CredentialSource) => Promise<number>][] = [
  [
    'a request',
    async (credentials) => {
      const call = { ...targetOf('azure-openai', credentials), format: 'openai-chat', body: BODY } as const;
      return discard(await callUpstream(http, { ...call, expected: 'json' }));
    },
  ],
  [
    'a stream',
    async (credentials) => {
      const call = { ...targetOf('azure-openai', credentials), format: 'openai-chat', body: BODY } as const;
      return discard(await callUpstream(http, { ...call, expected: 'events' }));
    },
  ],
  [
    'a form',
    async (credentials) => {
      const body = [{ name: 'model', value: 'm' }];
      const call = {
        ...targetOf('azure-openai', credentials),
        format: 'openai-transcriptions',
        body,
      } as const;
      return discard(await callUpstream(http, { ...call, expected: 'json' }));
    },
  ],
  [
    'a count of tokens',
    async (credentials) => {
      const call = {
        ...targetOf('vertex', credentials),
        url: new URL(origin),
        body: BODY,
        headers: undefined,
      };
      await fetchTokenCount(http, call);
      return 200;
    },
  ],
  [
    'a file',
    async (credentials) => {
      const call = { ...targetOf('vertex', credentials), url: new URL(origin), maxBytes: 1000 };
      await fetchUpstreamFile(http, call);
      return 200;
    },
  ],
  [
    'a video',
    async (credentials) => {
      const account = {
        ...channelOf('vertex', credentials),
        provider: requireProvider('vertex'),
        apiKey: undefined,
        permit: probePermit,
      };
      const call = { method: 'POST', url: new URL(origin), body: { prompt: 'x' } } as const;
      const outcome = await new VideoUpstream(http, account).call(call, AbortSignal.timeout(5_000));
      return outcome.kind === 'answer' ? outcome.status : 0;
    },
  ],
];

describe.each(CALLERS)('%s with rejected credentials', (_name, call) => {
  const send = async (source: FakeSource): Promise<unknown> =>
    call(source).catch((error: unknown) => (error as { upstreamStatus?: number }).upstreamStatus);

  it('is repeated once, with renewed credentials', async () => {
    respond = (authorization) => ({ status: /fresh/.test(authorization) ? 200 : 401 });
    const source = new FakeSource(STALE, FRESH);
    expect(await send(source)).toBe(200);
    expect([tokens, source.refused]).toEqual([['stale', 'fresh'], [STALE]]);
  });

  it('is not repeated twice', async () => {
    respond = () => ({ status: 401 });
    const source = new FakeSource(STALE, FRESH);
    expect(await send(source)).toBe(401);
    expect([tokens, source.refused]).toEqual([['stale', 'fresh'], [STALE]]);
  });

  it('is not repeated if they cannot be renewed', async () => {
    respond = () => ({ status: 401 });
    expect(await send(new FakeSource(STALE, undefined))).toBe(401);
    expect(tokens).toEqual(['stale']);
  });

  it.each([400, 403, 429, 500])('is not repeated for status %i', async (status) => {
    respond = () => ({ status });
    const source = new FakeSource(STALE, FRESH);
    expect(await send(source)).toBe(status);
    expect([tokens, source.refused]).toEqual([['stale'], []]);
  });

  it('is not sent to an address that they are not allowed for', async () => {
    await call(new FakeSource(STALE, FRESH, false)).catch(() => undefined);
    expect(tokens).toEqual([]);
  });
});

describe('a model that the token may not use', () => {
  afterEach(() => {
    requireModel = () => undefined;
  });

  it.each(CALLERS.filter(([name]) => name !== 'a video'))('is not called by %s', async (_name, call) => {
    requireModel = () => {
      throw new Error('not this model');
    };
    await expect(call(new FakeSource(FRESH, undefined))).rejects.toThrow('not this model');
    expect(tokens).toEqual([]);
  });
});

describe('AWS keys', () => {
  it.each<[string | undefined, boolean]>([
    ['ExpiredTokenException', true],
    ['ExpiredTokenException:http://internal.amazon.com/coral/', true],
    ['UnrecognizedClientException', true],
    [undefined, true],
    ['AccessDeniedException', false],
  ])('that are rejected with %s are renewed: %s', async (type, isRenewed) => {
    respond = (authorization) => ({
      status: /FRESH/.test(authorization) ? 200 : 403,
      ...(type === undefined ? {} : { headers: { 'x-amzn-errortype': type } }),
    });
    const account = {
      ...channelOf('bedrock', new FakeSource(STALE_KEYS, FRESH_KEYS)),
      provider: requireProvider('bedrock'),
      apiKey: undefined,
      permit,
    };
    const request = { url: new URL(`${origin}/model/m/converse`), accept: 'application/json', body: BODY };
    const status = discard(await sendToAccount(http, account, request, { answer: 'whole', signal }));
    expect([status, tokens]).toEqual(isRenewed ? [200, ['stale', 'fresh']] : [403, ['stale']]);
  });
});
