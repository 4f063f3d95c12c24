import { randomBytes } from 'node:crypto';
import { type FakeUpstream, startFakeUpstream } from '../../fake-upstream/index.js';
import {
  TEST_TOKEN,
  type TestDatabase,
  type TestGateway,
  createTestDatabase,
  startTestGateway,
} from '../../harness/index.js';
import { connectBetaBrowser, connectBrowser } from './clients/openai-browser.js';
import { connectBetaWs, connectWs } from './clients/openai-ws.js';
import { type Connect, type GatewayAddress, type Talker } from './clients/client-commands.js';
import { connectVercel } from './clients/vercel.js';
import { type TlsFront, startTlsFront } from './tls-front.js';

export const CLIENTS = {
  'openai ws': connectWs,
  'openai ws, beta': connectBetaWs,
  'openai browser, ek_': connectBrowser,
  'openai browser, beta, ek_': connectBetaBrowser,
  'vercel ai sdk': connectVercel,
} as const satisfies Record<string, Connect>;

export type ClientName = keyof typeof CLIENTS;

/** The other side of a session: an upstream with realtime, or the gateway on behalf of a chat model. */
export const SERVERS = {
  'bridge, sandbox': { model: 'sandbox-realtime', kind: 'sandbox', canSpeak: true },
  'bridge, anthropic': { model: 'claude', kind: 'chat', canSpeak: true },
  'bridge, gemini, text only': { model: 'gemini', kind: 'chat', canSpeak: false },
  'passthrough, ga': { model: 'gpt-realtime', kind: 'passthrough', canSpeak: true },
  'passthrough, beta': { model: 'old-realtime', kind: 'passthrough', canSpeak: true },
} as const satisfies Record<string, Server>;

export interface Server {
  model: string;
  kind: 'sandbox' | 'chat' | 'passthrough';
  canSpeak: boolean;
}

export type ServerName = keyof typeof SERVERS;

export interface HarnessOptions {
  models?: object[];
  tokens?: object[];
  policies?: object;
}

const UPSTREAM = { apiKey: 'sk-upstream-1' };
const SANDBOX_VOICE = { transcribeModel: 'sandbox-transcribe', speechModel: 'sandbox-speech' };

export function channelsTo({ url, origin }: FakeUpstream): object[] {
  return [
    { ...UPSTREAM, name: 'anthropic', provider: 'anthropic', baseUrl: origin, models: ['claude'] },
    { ...UPSTREAM, name: 'gemini', provider: 'gemini', baseUrl: origin, models: ['gemini'] },
    { ...UPSTREAM, name: 'openai', provider: 'openai', baseUrl: url, models: ['gpt-realtime'] },
    {
      ...UPSTREAM,
      name: 'old',
      provider: 'openai-compatible',
      baseUrl: url,
      formats: ['openai-realtime-beta'],
      models: ['old-realtime'],
    },
  ];
}

/** A gateway behind TLS, with every kind of realtime server behind it. */
export class RealtimeHarness {
  private readonly talkers = new Set<Talker>();

  private constructor(
    readonly upstream: FakeUpstream,
    readonly front: TlsFront,
    readonly database: TestDatabase,
    private readonly startGateway: () => Promise<TestGateway>,
    public gateway: TestGateway,
  ) {}

  static async start({ models = [], tokens, policies }: HarnessOptions = {}): Promise<RealtimeHarness> {
    const [upstream, database] = await Promise.all([startFakeUpstream(), createTestDatabase()]);
    const environment = { MODELGATE_SECRET_KEY: randomBytes(32).toString('base64') };
    const startGateway = (): Promise<TestGateway> =>
      startTestGateway({
        sandbox: true,
        channels: channelsTo(upstream),
        models: [{ id: 'claude', realtime: SANDBOX_VOICE }, ...models],
        tokens,
        policies,
        database,
        environment,
      });
    const gateway = await startGateway();
    return new RealtimeHarness(
      upstream,
      await startTlsFront(gateway.origin),
      database,
      startGateway,
      gateway,
    );
  }

  getPlace({ model }: Pick<Server, 'model'>, token = TEST_TOKEN): GatewayAddress {
    const { baseUrl, certificate } = this.front;
    return { baseUrl, certificate, plainUrl: this.gateway.baseUrl, token, model };
  }

  async connect(client: ClientName, server: Pick<Server, 'model'>): Promise<Talker> {
    const talker = await CLIENTS[client](this.getPlace(server));
    this.talkers.add(talker);
    return talker;
  }

  /** Closes all sessions. */
  async closeSessions(): Promise<void> {
    for (const talker of this.talkers) if (talker.log.closing === undefined) talker.close();
    await Promise.all([...this.talkers].map(({ log }) => log.whenClosed()));
    this.talkers.clear();
  }

  /** Replaces the gateway by another one with the same database; the first closes all of its connections. */
  async replaceGateway(): Promise<void> {
    const before = this.gateway;
    this.gateway = await this.startGateway();
    this.front.forwardTo(this.gateway.origin);
    await before.stop();
  }

  async stop(): Promise<void> {
    await this.closeSessions();
    await this.front.close();
    await this.gateway.stop();
    await this.upstream.close();
    await this.database.drop();
  }
}
