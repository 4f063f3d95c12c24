import { type AdmittedCall, newRecord as newCallRecord } from '#admission';
import { GatewayError } from '#canonical';
import { type Channel, ChannelHealth, type RoutedTarget, DEFAULT_TIMEOUTS, RetryBudget } from '#catalog';
import { SlotQueue } from '#limits';
import { type UsageEvent, type UsageJournal } from '#metering';
import { findProvider } from '#providers';
import { Billing, Policies, PolicyService } from '#relay';
import { type Logger } from '#telemetry';
import { type RecordedAdmission, admitRecorded, newRecord } from '../../__fixtures__/admitted-call.js';
import { createToken } from '../../../../../test/token/index.js';
import { eventually } from '../../../../../test/eventually/index.js';
import { type EndedRequest, type SessionCall } from '../../session.js';
import { type PassthroughSession, startPassthrough } from '../passthrough-session.js';
import { type PassthroughCandidate } from '../candidates.js';
import { type RealtimeService, type ReceivedEvent } from './realtime-service.js';

const TOKEN = createToken({ owner: 'owner' });
/** 10 micro-USD per input token and 20 per output token. */
const PRICE = { version: 'v1', source: 'test', price: { inputPerMTok: 10, outputPerMTok: 20 } };
const MUTE = { info: () => undefined, warn: () => undefined } as unknown as Logger;

type Journal = Pick<UsageJournal, 'begin'>;

interface HarnessOptions {
  call?: Partial<SessionCall>;
  policies?: ConstructorParameters<typeof Policies>[0];
  format?: PassthroughCandidate['format'];
  channel?: Partial<Channel>;
  timeouts?: RoutedTarget['timeouts'];
  upstreamModel?: string;
}

/** A session with local services, and usage in memory. */
export class PassthroughHarness {
  readonly received: (string | Buffer)[] = [];
  readonly requests: EndedRequest[] = [];
  readonly refused: GatewayError[] = [];
  readonly admissions: RecordedAdmission[] = [];
  readonly notRealtime: string[] = [];
  readonly moderated: string[][] = [];
  /** The finished usage events, and the number of journal entries that were started and not abandoned. */
  readonly usage: UsageEvent[] = [];
  startedEntries = 0;
  /** The number of reservations that are not settled. */
  openHolds = 0;
  onAdmit: () => void | Promise<void> = () => undefined;
  /** Called with the amount of each reservation. */
  onHold: (likelyMicroUsd: number) => void | Promise<void> = () => undefined;
  drained: () => Promise<void> | undefined = () => undefined;
  readonly call: SessionCall;
  readonly session: PassthroughSession;

  constructor(services: readonly RealtimeService[], options: HarnessOptions = {}) {
    this.call = {
      admitted: admitRecorded(TOKEN, newRecord('req-1')),
      sessionId: undefined,
      dialect: 'ga',
      model: 'm',
      expiresAtMs: 0,
      record: newCallRecord(),
      ...options.call,
    };
    const candidates = services.map((service, index) => candidateTo(service, index, options));
    this.session = startPassthrough(
      candidates,
      this.call,
      { send: (frame) => void this.received.push(frame), drained: () => this.drained() },
      {
        admit: (requestId) => this.admit(requestId),
        onRequest: (request) => void this.requests.push(request),
        onRefused: (error) => void this.refused.push(error),
      },
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

  get events(): ReceivedEvent[] {
    return this.received.map((frame) => JSON.parse(frame.toString()) as ReceivedEvent);
  }

  async waitFor(type: string, times = 1): Promise<ReceivedEvent> {
    const found = (): ReceivedEvent[] => this.events.filter((event) => event.type === type);
    await eventually(() => found().length >= times);
    return found().at(-1) as ReceivedEvent;
  }

  async send(...events: object[]): Promise<void> {
    for (const event of events) await this.sendText(JSON.stringify(event));
  }

  async sendText(text: string): Promise<void> {
    await this.session.receive({ data: Buffer.from(text), isBinary: false });
  }

  async close(): Promise<void> {
    await this.session.close(new GatewayError('client-gone', 'The client has gone.'));
  }

  private async admit(requestId: string): Promise<AdmittedCall> {
    await this.onAdmit();
    const recorded = newRecord(requestId);
    this.admissions.push(recorded);
    return admitRecorded(TOKEN, recorded);
  }

  private policyHandler(rules: HarnessOptions['policies']): PolicyService {
    const policies = new Policies(rules);
    const moderate = async (_model: string, texts: string[]) => {
      this.moderated.push(texts);
      return texts.map((text) => ({ flagged: text.includes('forbidden'), categories: ['violence'] }));
    };
    const service = new PolicyService(() => policies, MUTE);
    service.setModerator(moderate);
    return service;
  }

  private billing(): Billing {
    const begin = (): object => {
      this.startedEntries += 1;
      return {
        finish: (event: UsageEvent) => void this.usage.push(event),
        abandon: () => {
          this.startedEntries -= 1;
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
      accounts: { of: () => [], requiresPrice: () => false },
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
  const target: RoutedTarget = {
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
