import { type Billing, type PolicyDesk, type Trial, channelSecrets } from '#relay';
import { realtime } from '#wire';
import { type SessionCall, type SessionClient, type SessionDesk } from '../session.js';
import { type Frame } from '../sockets/frame.js';
import { type Connection, greetingMs } from './connect.js';
import { firstUpdate, settle } from './first-settings.js';
import { type RealtimeEvent } from './frame-content.js';
import { type HandleFrame } from './frame-lane.js';
import { FramesToClient } from './frames-to-client.js';
import { FramesToUpstream } from './frames-to-upstream.js';
import { InputMeter } from './input-meter.js';
import { ModelNames } from './model-names.js';
import { ResponseBills } from './response-bills.js';
import { SessionFacts } from './session-facts.js';
import { type PassthroughWay, dialectOf } from './ways.js';

export interface TalkParts {
  call: SessionCall;
  client: SessionClient;
  desk: SessionDesk;
  billing: Billing;
  policies: PolicyDesk;
  connection: Connection;
  trial: Trial<PassthroughWay>;
  /** The model's public name. */
  model: string;
  signal: AbortSignal;
}

/** A client and an upstream that have found each other: what each says goes to the other. */
export class Talk {
  readonly bills: ResponseBills;
  readonly fromClient: HandleFrame;
  readonly fromUpstream: HandleFrame;

  constructor(private readonly parts: TalkParts) {
    const { call, trial, model, policies, connection } = parts;
    const { link } = connection;
    const { upstreamModel } = trial.way.target;
    const { upstreamDialect, secrets } = this;
    const bridge = call.dialect === upstreamDialect ? undefined : new realtime.DialectBridge(call.dialect);
    const names = new ModelNames({ asked: call.model, model, upstreamModel });
    const facts = new SessionFacts();
    const meter = new InputMeter(facts, policies.maxOutputTokens);
    this.bills = new ResponseBills({ ...parts, secrets });
    const both = { ...parts, bridge, names, meter, bills: this.bills };
    this.fromClient = new FramesToUpstream({ ...both, link }).handle;
    this.fromUpstream = new FramesToClient({ ...both, upstreamDialect, facts, secrets }).handle;
  }

  /** What the client is to hear first, once the session is as it is to begin. */
  async begin(): Promise<Frame[]> {
    const { connection, trial, signal } = this.parts;
    const { link, created, frame } = connection;
    const update = await this.firstUpdate(created);
    if (update === undefined) return [frame];
    const { upstreamDialect, secrets } = this;
    const timeoutMs = greetingMs(trial.way.target.channel);
    return link.within({ timeoutMs, signal }, () =>
      settle(link, { created, update, upstreamDialect, secrets }),
    );
  }

  private async firstUpdate(created: RealtimeEvent): Promise<RealtimeEvent | undefined> {
    const { call, policies, signal } = this.parts;
    const { settings, token, requestId, record } = call;
    const update = firstUpdate({ settings, maxOutputTokens: policies.maxOutputTokens, created });
    if (update === undefined || policies.isEmpty) return update;
    const asking = { token, requestId: `${requestId}-settings`, record, signal, isStrict: false };
    const { body } = await policies.keepContent('openai-realtime', update, asking);
    this.bills.noteFlagged(record.flagged ?? []);
    return body;
  }

  private get upstreamDialect(): realtime.RealtimeDialect {
    return dialectOf(this.parts.trial.way);
  }

  private get secrets(): readonly string[] {
    return channelSecrets(this.parts.trial.way.target.channel);
  }
}
