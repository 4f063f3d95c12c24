import { type Token } from '#access';
import { type Catalog, type RoutedTarget, type Target, requireModelName } from '#catalog';
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
import { getSupportedFormats } from '#upstream';
import { type BridgeOptions, type BridgeSettings } from './bridge/bridge-options.js';
import { startBridge } from './bridge/bridge-session.js';
import { startPassthrough } from './passthrough/passthrough-session.js';
import { type PassthroughCandidate, findRealtimeCandidates } from './passthrough/candidates.js';
import { SessionWithFallback } from './session-with-fallback.js';
import { type RunningSession, type SessionCall, type SessionClient, type SessionHost } from './session.js';

const REJECTION_MS = 10 * 60_000;

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

/** A session that may start: its model, token and budget were checked. */
export interface PreparedSession {
  /** Throws if the requested settings are not supported. */
  start(client: SessionClient, host: SessionHost): RunningSession;
}

/**
 * Starts sessions with any model: with the provider's realtime API if it has one, otherwise with the gateway's bridge.
 */
export class RealtimeRelay {
  private readonly rejectedModels = new RejectedModels();

  constructor(private readonly dependencies: RealtimeRelayDependencies) {}

  /** Throws all errors that can be found before the connection is upgraded. */
  async prepare(call: SessionCall): Promise<PreparedSession> {
    const { record } = call;
    const { token } = call.admitted;
    requireModelName(call.model);
    Object.assign(record, { operation: 'realtime-session', format: 'openai-realtime', model: call.model });
    const { model, candidates } = this.plan(token, call.model);
    // The requests of a session have their own records, with their cost.
    Object.assign(record, { model, costMicroUsd: 0 });
    const payable = this.payableCandidates(call, model, candidates);
    await this.dependencies.billing.requireMoney(token);
    const bridge: PreparedSession['start'] = (client, host) => this.bridge(call, model, client, host);
    if (payable.length === 0) return { start: bridge };
    return { start: (client, host) => this.passThrough(payable, call, { client, host, bridge }) };
  }

  /**
   * The passthrough candidates for a model. Without any, the bridge is used. Throws if the token may not open a
   * session.
   */
  plan(token: Token, requested: string): { model: string; candidates: PassthroughCandidate[] } {
    const { model, targets } = this.dependencies.router.findTargets(token, {
      model: requested,
      capability: 'realtime',
    });
    const candidates = this.findCandidates(model, targets);
    if (candidates.length === 0) this.requireChatModel(token, requested);
    return { model, candidates };
  }

  /** The candidates that the budget allows. Throws if none is left. */
  private payableCandidates(
    { admitted: { token }, model: requested }: SessionCall,
    model: string,
    candidates: PassthroughCandidate[],
  ): PassthroughCandidate[] {
    const { billing, router } = this.dependencies;
    const request = { token, model, priceContext: {} };
    if (candidates.length === 0) {
      const { targets } = router.findTargets(token, { model: requested, capability: 'chat' });
      billing.filterPayable({ ...request, operation: 'chat' }, targets);
      return candidates;
    }
    const payable = billing.filterPayable(
      { ...request, operation: 'realtime' },
      candidates.map(({ target }) => target),
    );
    return candidates.filter(({ target }) => payable.includes(target));
  }

  /** A model with its own `realtime` settings always uses the bridge. */
  private findCandidates(model: string, targets: readonly RoutedTarget[]): PassthroughCandidate[] {
    if (this.dependencies.catalog.getRealtime(model) !== undefined) return [];
    return findRealtimeCandidates(targets).filter(({ target }) => !this.rejectedModels.has(target));
  }

  /** Throws unless the model supports chat, which the bridge requires. */
  private requireChatModel(token: Token, requested: string): void {
    const { model, targets } = this.dependencies.router.findTargets(token, {
      model: requested,
      capability: 'chat',
    });
    const canWrite = targets.some((target) => {
      const provider = findProvider(target.channel.provider);
      return provider !== undefined && getSupportedFormats('chat', target, provider).length > 0;
    });
    if (!canWrite) throw notServed(model, 'realtime');
  }

  private passThrough(
    candidates: readonly PassthroughCandidate[],
    call: SessionCall,
    { client, host, bridge }: { client: SessionClient; host: SessionHost; bridge: PreparedSession['start'] },
  ): RunningSession {
    const { attempts, billing, policies } = this.dependencies;
    const onNotRealtime = ({ target }: PassthroughCandidate): void => this.rejectedModels.add(target);
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
    const { admitted, expiresAtMs } = call;
    return startBridge(call, client, host, {
      relay,
      storeFile,
      settings: this.settingsFor(call, model),
      mayTranscribeBy: (requested) =>
        findOfferedModel(catalog, admitted.token, requested)?.capabilities.includes('transcription') ?? false,
      maxResponseTokens: policies.maxOutputTokens,
      expiresAtSeconds: Math.floor(expiresAtMs / 1000),
      logger,
    });
  }

  private settingsFor(call: SessionCall, model: string): BridgeSettings {
    const { bridge, catalog, router } = this.dependencies;
    const { targets } = router.findTargets(call.admitted.token, { model: call.model, capability: 'chat' });
    const { realtimeModels } = findProvider(targets[0]?.channel.provider ?? '') ?? {};
    return { ...bridge, ...realtimeModels, ...catalog.getRealtime(model) };
  }
}

/** The models without a realtime API, which names do not show. Each is stored for ten minutes. */
class RejectedModels {
  private readonly until = new Map<string, number>();

  add(target: Target): void {
    this.until.set(buildKey(target), performance.now() + REJECTION_MS);
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
