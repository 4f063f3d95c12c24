import { type Token } from '#access';
import { type Catalog, type Choice, type Target, requireModelName } from '#catalog';
import { findProvider } from '#providers';
import {
  type AttemptControls,
  type Billing,
  type PolicyService,
  type Relay,
  type Router,
  findOfferedModel,
  notServed,
} from '#relay';
import { type Logger } from '#telemetry';
import { spokenFormats } from '#upstream';
import { type BridgeOptions, type BridgeSettings } from './bridge/bridge-options.js';
import { startBridge } from './bridge/bridge-session.js';
import { startPassthrough } from './passthrough/passthrough-session.js';
import { type PassthroughCandidate, findRealtimeCandidates } from './passthrough/candidates.js';
import { SessionWithFallback } from './session-with-fallback.js';
import { type RunningSession, type SessionCall, type SessionClient, type SessionHost } from './session.js';

const REMEMBERED_MS = 10 * 60_000;

export interface RealtimeRelayDependencies {
  catalog: Catalog;
  router: Router;
  attempts: AttemptControls;
  billing: Billing;
  policies: PolicyService;
  relay: Pick<Relay, 'findRule' | 'relay' | 'serve'>;
  /** The transcription and speech models for chat models that only read and write text. */
  bridge: BridgeSettings;
  storeFile: BridgeOptions['storeFile'];
  logger: Logger;
}

/** A session that may be started: its model, its token and its budget were checked. */
export interface PreparedSession {
  /** Throws where it cannot begin as it was asked for. */
  start(client: SessionClient, host: SessionHost): RunningSession;
}

/** Starts sessions with any model: with the service's own realtime API where it has one, otherwise with the gateway's bridge. */
export class RealtimeRelay {
  private readonly notRealtime = new NotRealtime();

  constructor(private readonly dependencies: RealtimeRelayDependencies) {}

  /** Throws whatever can be refused before the connection is upgraded. */
  async prepare(call: SessionCall): Promise<PreparedSession> {
    const { token, record } = call;
    requireModelName(call.model);
    Object.assign(record, { operation: 'realtime-session', format: 'openai-realtime', model: call.model });
    const { model, candidates } = this.plan(token, call.model);
    // The requests of a session have records of their own, with their cost.
    Object.assign(record, { model, costMicroUsd: 0 });
    const payable = this.payableCandidates(call, model, candidates);
    await this.dependencies.billing.ensureMoney(token);
    const bridge: PreparedSession['start'] = (client, host) => this.bridge(call, model, client, host);
    if (payable.length === 0) return { start: bridge };
    return { start: (client, host) => this.passThrough(payable, call, { client, host, bridge }) };
  }

  /** The passthrough routes to a model; none means the bridge. Throws where the token cannot have a session. */
  plan(token: Token, requested: string): { model: string; candidates: PassthroughCandidate[] } {
    const { model, targets } = this.dependencies.router.routesFor(token, {
      model: requested,
      capability: 'realtime',
    });
    const candidates = this.findCandidates(model, targets);
    if (candidates.length === 0) this.refuseSilent(token, requested);
    return { model, candidates };
  }

  /** The routes with a known price, where the token's budget demands one. Throws where none is left. */
  private payableCandidates(
    { token, model: requested }: SessionCall,
    model: string,
    candidates: PassthroughCandidate[],
  ): PassthroughCandidate[] {
    const { billing, router } = this.dependencies;
    const request = { token, model, priceContext: {} };
    if (candidates.length === 0) {
      const { targets } = router.routesFor(token, { model: requested, capability: 'chat' });
      billing.payable({ ...request, operation: 'chat' }, targets);
      return candidates;
    }
    const payable = billing.payable(
      { ...request, operation: 'realtime' },
      candidates.map(({ target }) => target),
    );
    return candidates.filter(({ target }) => payable.includes(target));
  }

  /** A model with `realtime` settings of its own is always served by the bridge. */
  private findCandidates(model: string, targets: readonly Choice[]): PassthroughCandidate[] {
    if (this.dependencies.catalog.getRealtime(model) !== undefined) return [];
    return findRealtimeCandidates(targets).filter(({ target }) => !this.notRealtime.has(target));
  }

  /** The bridge needs a chat model. */
  private refuseSilent(token: Token, requested: string): void {
    const { model, targets } = this.dependencies.router.routesFor(token, {
      model: requested,
      capability: 'chat',
    });
    const canWrite = targets.some((target) => {
      const provider = findProvider(target.channel.provider);
      return provider !== undefined && spokenFormats('chat', target, provider).length > 0;
    });
    if (!canWrite) throw notServed(model, 'realtime');
  }

  private passThrough(
    candidates: readonly PassthroughCandidate[],
    call: SessionCall,
    { client, host, bridge }: { client: SessionClient; host: SessionHost; bridge: PreparedSession['start'] },
  ): RunningSession {
    const { attempts, billing, policies } = this.dependencies;
    const onNotRealtime = ({ target }: PassthroughCandidate): void => this.notRealtime.add(target);
    return new SessionWithFallback(
      {
        begin: (own) =>
          startPassthrough(candidates, call, own, host, { attempts, billing, policies, onNotRealtime }),
        takeOver: (own) => bridge(own, host),
      },
      client,
    );
  }

  private bridge(call: SessionCall, model: string, client: SessionClient, host: SessionHost): RunningSession {
    const { relay, policies, catalog, storeFile, logger } = this.dependencies;
    const { token, expiresAtMs } = call;
    return startBridge(call, client, host, {
      relay,
      storeFile,
      settings: this.settingsFor(call, model),
      mayTranscribeBy: (requested) =>
        findOfferedModel(catalog, token, requested)?.capabilities.includes('transcription') ?? false,
      maxResponseTokens: policies.maxOutputTokens,
      expiresAtSeconds: Math.floor(expiresAtMs / 1000),
      logger,
    });
  }

  private settingsFor(call: SessionCall, model: string): BridgeSettings {
    const { bridge, catalog, router } = this.dependencies;
    const { targets } = router.routesFor(call.token, { model: call.model, capability: 'chat' });
    const { realtimeModels } = findProvider(targets[0]?.channel.provider ?? '') ?? {};
    return { ...bridge, ...realtimeModels, ...catalog.getRealtime(model) };
  }
}

/** Remembers for ten minutes which models a service refused for realtime, because the name does not tell. */
class NotRealtime {
  private readonly until = new Map<string, number>();

  add(target: Target): void {
    this.until.set(buildKey(target), performance.now() + REMEMBERED_MS);
  }

  has(target: Target): boolean {
    const key = buildKey(target);
    const until = this.until.get(key);
    if (until === undefined) return false;
    if (performance.now() < until) return true;
    this.until.delete(key);
    return false;
  }
}

function buildKey({ channel, upstreamModel }: Target): string {
  return `${channel.id} ${upstreamModel}`;
}
