import { type Token } from '#access';
import { type AdmittedCall } from '#admission';
import { GatewayError } from '#canonical';
import { type Channel, ChannelHealth, type Choice, DEFAULT_TIMEOUTS, RetryBudget } from '#catalog';
import { SlotQueue } from '#limits';
import { type UsageEvent, type UsageJournal } from '#metering';
import { findProvider } from '#providers';
import { Billing, Policies, PolicyService } from '#relay';
import { type Logger } from '#telemetry';
import { type NotedAdmission, admitNoting, newNote } from '../../__fixtures__/admitted-call.js';
import { eventually } from '../../__fixtures__/eventually.js';
import { type EndedRequest, type SessionCall } from '../../session.js';
import { type PassthroughSession, startPassthrough } from '../passthrough-session.js';
import { type PassthroughCandidate } from '../candidates.js';
import { type RealtimeService, type Told } from './realtime-service.js';

const TOKEN: Token = {
  id: 't1',
  name: 'tester',
  owner: 'owner',
  models: undefined,
  allowedAddresses: undefined,
  expiresAtMs: Number.POSITIVE_INFINITY,
  webhookUrl: undefined,
  limits: {},
  budget: undefined,
  cacheTtlSeconds: 0,
  contentDays: 0,
  isEnabled: true,
};
/** Ten millionths of a dollar for each token that is read, and twenty for each that is said. */
const PRICE = { version: 'v1', source: 'test', price: { inputPerMTok: 10, outputPerMTok: 20 } };
const MUTE = { info: () => undefined, warn: () => undefined } as unknown as Logger;

type Journal = Pick<UsageJournal, 'begin'>;

interface HarnessOptions {
  call?: Partial<SessionCall>;
  policies?: ConstructorParameters<typeof Policies>[0];
  format?: PassthroughCandidate['format'];
  channel?: Partial<Channel>;
  timeouts?: Choice['timeouts'];
  upstreamModel?: string;
}

/** A session with services on this machine, and books that are kept in memory. */
export class PassthroughHarness {
  readonly received: (string | Buffer)[] = [];
  readonly requests: EndedRequest[] = [];
  readonly admissions: NotedAdmission[] = [];
  readonly notRealtime: string[] = [];
  readonly moderated: string[][] = [];
  /** What was written down as done, and how many were only begun. */
  readonly usage: UsageEvent[] = [];
  begun = 0;
  /** What was set aside and is not settled. */
  openHolds = 0;
  onAdmit: () => void | Promise<void> = () => undefined;
  /** Of what has to be set aside. */
  onHold: (likelyMicroUsd: number) => void | Promise<void> = () => undefined;
  drained: () => Promise<void> | undefined = () => undefined;
  readonly call: SessionCall;
  readonly session: PassthroughSession;

  constructor(services: readonly RealtimeService[], options: HarnessOptions = {}) {
    this.call = {
      token: TOKEN,
      admitted: admitNoting(newNote('req-1')),
      requestId: 'req-1',
      dialect: 'ga',
      model: 'm',
      expiresAtMs: 0,
      record: { attempts: [] },
      ...options.call,
    };
    const candidates = services.map((service, index) => candidateTo(service, index, options));
    this.session = startPassthrough(
      candidates,
      this.call,
      { send: (frame) => void this.received.push(frame), drained: () => this.drained() },
      { admit: (requestId) => this.admit(requestId), onRequest: (request) => void this.requests.push(request) },
      {
        attempts: {
          health: new ChannelHealth({ logger: MUTE }),
          budget: new RetryBudget(),
          slots: new SlotQueue(),
        },
        billing: this.billing(),
        policies: this.policyHandler(options.policies),
        onNotRealtime: ({ target }) => void this.notRealtime.push(target.channel.name),
      },
    );
  }

  get events(): Told[] {
    return this.received.map((frame) => JSON.parse(frame.toString()) as Told);
  }

  async waitFor(type: string, times = 1): Promise<Told> {
    const found = (): Told[] => this.events.filter((event) => event.type === type);
    await eventually(() => found().length >= times);
    return found().at(-1) as Told;
  }

  async send(...events: object[]): Promise<void> {
    for (const event of events) await this.say(JSON.stringify(event));
  }

  async say(text: string): Promise<void> {
    await this.session.receive({ data: Buffer.from(text), isBinary: false });
  }

  async close(): Promise<void> {
    await this.session.close(new GatewayError('client-gone', 'The client has gone.'));
  }

  private async admit(requestId: string): Promise<AdmittedCall> {
    await this.onAdmit();
    const noted = newNote(requestId);
    this.admissions.push(noted);
    return admitNoting(noted);
  }

  private policyHandler(rules: HarnessOptions['policies']): PolicyService {
    const policies = new Policies(rules);
    const moderate = async (_model: string, texts: string[]) => {
      this.moderated.push(texts);
      return texts.map((text) => ({ flagged: text.includes('forbidden'), categories: ['violence'] }));
    };
    const service = new PolicyService(() => policies, MUTE);
    service.moderateWith(moderate);
    return service;
  }

  private billing(): Billing {
    const begin = (): object => {
      this.begun += 1;
      return {
        finish: (event: UsageEvent) => void this.usage.push(event),
        abandon: () => {
          this.begun -= 1;
        },
      };
    };
    const settled = (): void => {
      this.openHolds -= 1;
    };
    return new Billing({
      journal: { begin } as unknown as Journal,
      budgets: {
        hold: async (_budgetAccounts, { likelyMicroUsd }) => {
          await this.onHold(likelyMicroUsd);
          this.openHolds += 1;
          return { settle: settled, release: settled };
        },
      },
      prices: { getPrice: () => PRICE },
      budgetAccountsFor: () => [],
      allowsUnpriced: () => false,
    });
  }
}

function candidateTo(
  { url }: RealtimeService,
  index: number,
  { format = 'openai-realtime', channel, timeouts, upstreamModel = 'up-m' }: HarnessOptions,
): PassthroughCandidate {
  const provider = findProvider('openai-compatible');
  if (provider === undefined) throw new Error('there is no such provider');
  const target: Choice = {
    channel: {
      id: `c${index}`,
      name: `channel-${index}`,
      provider: 'openai-compatible',
      baseUrl: url,
      apiKeys: ['sk-secret-key-of-ours'],
      headers: {},
      models: [],
      priority: 0,
      weight: 1,
      timeouts: DEFAULT_TIMEOUTS,
      enabled: true,
      origin: 'file',
      createdAt: new Date(0),
      ...channel,
    },
    upstreamModel,
    timeouts,
    model: 'm',
    reason: 'weight',
    status: 'healthy',
  };
  return { kind: 'passthrough', provider, format, target };
}
