import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { GatewayError } from '#canonical';
import { HttpTransport } from '#egress';
import { FakeClock } from './__fixtures__/fake-clock.js';
import { TokenService } from './__fixtures__/token-service.js';
import { CredentialFault } from './credential-fault.js';
import { type CredentialSource, type Credentials } from './credential-source.js';
import { CredentialSources } from './credential-sources.js';
import { IdentityRules } from './identity/channel-identity.js';

const MINUTE = 60_000;
const SECRET = 'hush-hush-hush';

const token = (number: number): object => ({ kind: 'bearer', token: `token-${number}` });

describe('credentials that expire', () => {
  const http = new HttpTransport();
  let service: TokenService;
  let clock: FakeClock;
  let sources: CredentialSources;
  let source: CredentialSource;
  const getCurrent = (): Credentials => {
    if (source.current === undefined) throw new Error('credentials are unavailable');
    return source.current;
  };
  let logged: string[];
  let issued: number;

  beforeAll(async () => {
    service = await new TokenService().start();
  });
  afterAll(async () => {
    await service.close();
    await http.close();
  });

  const auth = (): { type: 'entra' } & Record<string, string> => ({
    type: 'entra',
    tenantId: 't',
    clientId: 'c',
    clientSecret: SECRET,
    tokenUrl: `${service.url}/token`,
  });
  const giveTokens = (): void => {
    service.respond = () => ({ json: { access_token: `token-${(issued += 1)}`, expires_in: 3600 } });
  };

  beforeEach(async () => {
    issued = 0;
    logged = [];
    service.requests.length = 0;
    clock = new FakeClock();
    giveTokens();
    const log = (_fields: unknown, message: string): void => void logged.push(message);
    const logger = { info: log, warn: log } as never;
    sources = new CredentialSources({ http, clock, environment: {}, logger, rules: new IdentityRules([]) });
    [{ credentials: source } = { credentials: undefined as never }] = sources.follow([{ auth: auth() }]) as {
      credentials: CredentialSource;
    }[];
    await clock.settle();
  });
  afterEach(() => {
    sources.onModuleDestroy();
  });

  /** The credentials that a request would find each minute. */
  async function passMinutes(count: number): Promise<unknown[]> {
    const found: unknown[] = [];
    for (let minute = 0; minute < count; minute += 1) {
      clock.advance(MINUTE);
      found.push(source.current);
      await clock.settle();
    }
    return found;
  }

  it('are renewed before they expire, so that they are available at any time of a day', async () => {
    const found = await passMinutes(24 * 60);
    expect(found.filter((one) => one === undefined)).toEqual([]);
    expect(service.requests.length).toBeGreaterThan(24);
    expect(service.requests.length).toBeLessThan(40);
    expect(logged).toEqual([]);
  });

  it('stay available while their service fails or hangs, which is logged once', async () => {
    await passMinutes(41);
    service.respond = () => ({ status: 503, json: { error: 'temporarily_unavailable' } });
    const whileFailing = await passMinutes(8);
    // The service does not respond any more: requests get the current credentials immediately.
    service.respond = () => undefined;
    clock.advance(MINUTE);
    const hanging = new AbortController();
    expect(await source.ready(hanging.signal)).toEqual({ kind: 'bearer', token: 'token-1' });
    clock.advance(MINUTE);
    giveTokens();
    await clock.settle();
    const after = await passMinutes(30);
    expect([...whileFailing, ...after]).not.toContain(undefined);
    expect(source.current).toEqual({ kind: 'bearer', token: 'token-2' });
    expect(logged).toEqual([
      'credentials could not be renewed; the current ones are still valid',
      'credentials are available again',
    ]);
  });

  it('are unavailable after they have expired, with a reason that contains no secret, until the service works', async () => {
    const description = `AADSTS7000215: Invalid client secret provided: ${SECRET}`;
    service.respond = () => ({
      status: 401,
      json: { error: 'invalid_client', error_description: description },
    });
    await passMinutes(61);
    expect(source.current).toBeUndefined();
    const before = service.requests.length;
    const faults = await Promise.all(
      [1, 2, 3].map(() => source.ready(new AbortController().signal).catch((error: unknown) => error)),
    );
    expect(service.requests.length).toBeLessThanOrEqual(before + 1);
    const [fault] = faults as GatewayError[];
    expect(fault).toMatchObject({ kind: 'upstream-auth', message: expect.not.stringContaining('AADSTS') });
    expect((fault?.cause as CredentialFault | undefined)?.message).toBe(
      `${new URL(service.url).host} rejected the token request: invalid_client: AADSTS7000215: Invalid client secret provided: ***`,
    );
    giveTokens();
    clock.advance(MINUTE);
    expect(await source.ready(new AbortController().signal)).toEqual({ kind: 'bearer', token: 'token-2' });
    expect(logged).toEqual([
      'credentials could not be renewed; the current ones are still valid',
      'credentials are unavailable',
      'credentials are available again',
    ]);
  });

  it('are fetched once per identity, and only while a channel has the identity', async () => {
    const [one, other, keyed] = sources.follow([
      { auth: auth() },
      { auth: auth(), region: 'eu-west-1' },
      { auth: { type: 'aws', accessKeyId: 'a', secretAccessKey: 's' } },
    ]);
    expect([one?.credentials?.current, other?.credentials?.current]).toEqual([
      source.current,
      source.current,
    ]);
    expect(keyed?.credentials?.current).toEqual({ kind: 'aws', accessKeyId: 'a', secretAccessKey: 's' });
    expect(service.requests).toHaveLength(1);
    sources.follow([]);
    expect(clock.pending).toBe(0);
    // Work of a removed channel opens the source again for a time.
    const held = sources.open({ auth: auth() });
    await clock.settle();
    sources.follow([]);
    expect(held.current).toEqual({ kind: 'bearer', token: 'token-2' });
    await passMinutes(61);
    expect(clock.pending).toBe(0);
  });

  describe('that a service rejects', () => {
    const { signal } = new AbortController();

    it('are renewed once for all requests that were rejected with them', async () => {
      const refused = getCurrent();
      const renewed = await Promise.all([1, 2, 3].map(() => source.renew(refused, signal)));
      expect(renewed).toEqual([token(2), token(2), token(2)]);
      // A request that was running meanwhile and is rejected later.
      expect(await source.renew(refused, signal)).toEqual(token(2));
      expect(service.requests).toHaveLength(2);
    });

    it('are not renewed repeatedly for a service that rejects all of them', async () => {
      await source.renew(getCurrent(), signal);
      expect(await source.renew(getCurrent(), signal)).toBeUndefined();
      clock.advance(9_000);
      expect(await source.renew(getCurrent(), signal)).toBeUndefined();
      expect(service.requests).toHaveLength(2);
      clock.advance(1_000);
      expect(await source.renew(getCurrent(), signal)).toEqual(token(3));
    });

    it.each<[string, TokenService['respond']]>([
      ['the same ones are returned', () => ({ json: { access_token: 'token-1', expires_in: 3600 } })],
      ['the service refuses', () => ({ status: 400, json: { error: 'invalid_client' } })],
    ])('do not change if %s', async (_name, respond) => {
      service.respond = respond;
      expect(await source.renew(getCurrent(), signal)).toBeUndefined();
      expect(source.current).toEqual(token(1));
    });

    it('do not keep an aborted request waiting', async () => {
      service.respond = () => undefined;
      const gone = new AbortController();
      const renewal = source.renew(getCurrent(), gone.signal);
      gone.abort(new GatewayError('client-gone', 'gone'));
      await expect(renewal).rejects.toMatchObject({ kind: 'client-gone' });
    });

    it('are not renewed if they are keys of the channel', async () => {
      const keys = { type: 'aws', accessKeyId: 'a', secretAccessKey: 's' } as const;
      const fixed = sources.open({ auth: keys, region: 'eu-west-1' });
      expect(await fixed.renew(await fixed.ready(signal), signal)).toBeUndefined();
    });
  });

  it('are fetched with a timeout and a maximum response size', async () => {
    service.respond = () => undefined;
    const mute = sources.open({ auth: { ...auth(), clientId: 'mute' } });
    const pending = mute.ready(new AbortController().signal).catch((error: unknown) => error);
    clock.advance(20_000);
    expect(await pending).toMatchObject({ kind: 'upstream-unreachable' });
    service.respond = () => ({ text: 'x'.repeat(300 * 1024) });
    const endless = sources.open({ auth: { ...auth(), clientId: 'endless' } });
    await expect(endless.ready(new AbortController().signal)).rejects.toMatchObject({
      kind: 'upstream-unreachable',
    });
  });
});
