import { type Billing, type PolicyService, type Attempt } from '#relay';
import { channelSecrets } from '#upstream';
import { realtime } from '#wire';
import { type SessionCall, type SessionClient, type SessionHost } from '../session.js';
import { type Frame } from '../sockets/frame.js';
import { type Connection, getBeginTimeoutMs } from './connect.js';
import { type RealtimeEvent } from './frame-content.js';
import { type HandleFrame } from './frame-queue.js';
import { FramesToClient } from './frames-to-client.js';
import { FramesToUpstream } from './frames-to-upstream.js';
import { applyInitialUpdate, buildInitialUpdate } from './initial-settings.js';
import { InputMeter } from './input-meter.js';
import { ModelNames } from './model-names.js';
import { ResponseBills } from './response-bills.js';
import { SessionFacts } from './session-facts.js';
import { type PassthroughCandidate, getDialect } from './candidates.js';

export interface FrameRelayOptions {
  call: SessionCall;
  client: SessionClient;
  host: SessionHost;
  billing: Billing;
  policies: PolicyService;
  connection: Connection;
  attempt: Attempt<PassthroughCandidate>;
  /** The model's public name. */
  model: string;
  signal: AbortSignal;
}

/** Relays frames between a client and its upstream. */
export class FrameRelay {
  readonly bills: ResponseBills;
  readonly fromClient: HandleFrame;
  readonly fromUpstream: HandleFrame;

  constructor(private readonly options: FrameRelayOptions) {
    const { call, attempt, model, policies, connection } = options;
    const { link } = connection;
    const { upstreamModel } = attempt.candidate.target;
    const { upstreamDialect, secrets } = this;
    const bridge = call.dialect === upstreamDialect ? undefined : new realtime.DialectBridge(call.dialect);
    const names = new ModelNames({ requested: call.model, model, upstreamModel });
    const facts = new SessionFacts();
    const meter = new InputMeter(facts, policies.maxOutputTokens);
    this.bills = new ResponseBills({ ...options, secrets });
    const shared = { ...options, bridge, names, meter, bills: this.bills };
    this.fromClient = new FramesToUpstream({ ...shared, link }).handle;
    this.fromUpstream = new FramesToClient({ ...shared, upstreamDialect, facts, secrets }).handle;
  }

  /** Applies the initial settings and returns the first frames for the client. */
  async begin(): Promise<Frame[]> {
    const { connection, attempt, signal } = this.options;
    const { link, created, frame } = connection;
    const update = await this.buildInitialUpdate(created);
    if (update === undefined) return [frame];
    const { upstreamDialect, secrets } = this;
    const timeoutMs = getBeginTimeoutMs(attempt.candidate.target);
    return link.within({ timeoutMs, signal }, () =>
      applyInitialUpdate(link, { created, update, upstreamDialect, secrets }),
    );
  }

  private async buildInitialUpdate(created: RealtimeEvent): Promise<RealtimeEvent | undefined> {
    const { call, policies, signal } = this.options;
    const { settings, admitted, sessionId, record } = call;
    const update = buildInitialUpdate({ settings, maxOutputTokens: policies.maxOutputTokens, created });
    if (update === undefined || policies.isEmpty) return update;
    const requestId = `${admitted.requestId}-settings`;
    const policyCall = { admitted, requestId, sessionId, record, signal, isStrict: false };
    const { body } = await policies.applyToContent('openai-realtime', update, policyCall);
    this.bills.noteFlagged(record.flagged ?? []);
    return body;
  }

  private get upstreamDialect(): realtime.RealtimeDialect {
    return getDialect(this.options.attempt.candidate);
  }

  private get secrets(): readonly string[] {
    return channelSecrets(this.options.attempt.candidate.target.channel);
  }
}
