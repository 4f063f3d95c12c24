import { type Token } from '#access';
import { type Catalog, type Choice, requireModelName } from '#catalog';
import { findProvider } from '#providers';
import { type Logger } from '#telemetry';
import { type AttemptParts } from '../attempts/attempt-parts.js';
import { type Billing } from '../billing/billing.js';
import { findOfferedModel } from '../offered-models.js';
import { type PolicyDesk } from '../policies/policy-desk.js';
import { type Relay } from '../relay.js';
import { type Router, notServed } from '../router.js';
import { spokenFormats } from '../spoken-formats.js';
import { type BridgeParts, type BridgeSettings } from './bridge/bridge-parts.js';
import { startBridge } from './bridge/bridge-session.js';
import { NotRealtime } from './not-realtime.js';
import { startPassthrough } from './passthrough/passthrough-session.js';
import { type PassthroughWay, realtimeWays } from './passthrough/ways.js';
import { type RunningSession, type SessionCall, type SessionClient, type SessionDesk } from './session.js';
import { SessionWithFallback } from './session-with-fallback.js';

export interface RealtimeRelayParts {
  catalog: Catalog;
  router: Router;
  attempts: AttemptParts;
  billing: Billing;
  policies: PolicyDesk;
  relay: Pick<Relay, 'relay' | 'serve'>;
  /** What listens and speaks for models that can only write. */
  bridge: BridgeSettings;
  storeFile: BridgeParts['storeFile'];
  logger: Logger;
}

/** A session that can be had. */
export interface PreparedSession {
  /** Throws where it cannot begin as it was asked for. */
  start(client: SessionClient, desk: SessionDesk): RunningSession;
}

/** Sessions with any model: with its own service where that has realtime, or else with the gateway in its place. */
export class RealtimeRelay {
  private readonly notRealtime = new NotRealtime();

  constructor(private readonly parts: RealtimeRelayParts) {}

  /** Throws for what can be known before anybody is connected. */
  async prepare(call: SessionCall): Promise<PreparedSession> {
    const { token, record } = call;
    requireModelName(call.model);
    Object.assign(record, { operation: 'realtime-session', format: 'openai-realtime', model: call.model });
    const { model, ways } = this.plan(token, call.model);
    // What its requests cost is in records of their own.
    Object.assign(record, { model, costMicroUsd: 0 });
    const payable = this.payableWays(call, model, ways);
    await this.parts.billing.ensureMoney(token);
    const bridge: PreparedSession['start'] = (client, desk) => this.bridge(call, model, client, desk);
    if (payable.length === 0) return { start: bridge };
    return { start: (client, desk) => this.passThrough(payable, call, { client, desk, bridge }) };
  }

  /** How a token can talk to a model. Throws where it cannot. */
  plan(token: Token, wished: string): { model: string; ways: PassthroughWay[] } {
    const { model, targets } = this.parts.router.routesFor(token, { model: wished, capability: 'realtime' });
    const ways = this.waysOf(model, targets);
    if (ways.length === 0) this.refuseSilent(token, wished);
    return { model, ways };
  }

  /** Those whose cost is known, where a budget asks for that. Throws where the session could do nothing. */
  private payableWays(
    { token, model: wished }: SessionCall,
    model: string,
    ways: PassthroughWay[],
  ): PassthroughWay[] {
    const { billing, router } = this.parts;
    const request = { token, model, priceContext: {} };
    if (ways.length === 0) {
      const { targets } = router.routesFor(token, { model: wished, capability: 'chat' });
      billing.payable({ ...request, operation: 'chat' }, targets);
      return ways;
    }
    const payable = billing.payable(
      { ...request, operation: 'realtime' },
      ways.map(({ target }) => target),
    );
    return ways.filter(({ target }) => payable.includes(target));
  }

  /** A model with settings of its own for the bridge is meant to be served by it. */
  private waysOf(model: string, targets: readonly Choice[]): PassthroughWay[] {
    if (this.parts.catalog.realtimeOf(model) !== undefined) return [];
    return realtimeWays(targets).filter(({ target }) => !this.notRealtime.has(target));
  }

  /** Whoever cannot write cannot be given a voice. */
  private refuseSilent(token: Token, wished: string): void {
    const { model, targets } = this.parts.router.routesFor(token, { model: wished, capability: 'chat' });
    const canWrite = targets.some((target) => {
      const provider = findProvider(target.channel.provider);
      return provider !== undefined && spokenFormats('chat', target, provider).length > 0;
    });
    if (!canWrite) throw notServed(model, 'realtime');
  }

  private passThrough(
    ways: readonly PassthroughWay[],
    call: SessionCall,
    { client, desk, bridge }: { client: SessionClient; desk: SessionDesk; bridge: PreparedSession['start'] },
  ): RunningSession {
    const { attempts, billing, policies } = this.parts;
    const onNotRealtime = ({ target }: PassthroughWay): void => this.notRealtime.add(target);
    return new SessionWithFallback(
      {
        begin: (own) =>
          startPassthrough(ways, call, own, desk, { attempts, billing, policies, onNotRealtime }),
        instead: (own) => bridge(own, desk),
      },
      client,
    );
  }

  private bridge(call: SessionCall, model: string, client: SessionClient, desk: SessionDesk): RunningSession {
    const { relay, policies, catalog, storeFile, logger } = this.parts;
    const { token, expiresAtMs } = call;
    return startBridge(call, client, desk, {
      relay,
      storeFile,
      settings: this.settingsFor(call, model),
      mayTranscribeBy: (wished) =>
        findOfferedModel(catalog, token, wished)?.capabilities.includes('transcription') ?? false,
      maxResponseTokens: policies.maxOutputTokens,
      expiresAtSeconds: Math.floor(expiresAtMs / 1000),
      logger,
    });
  }

  private settingsFor(call: SessionCall, model: string): BridgeSettings {
    const { bridge, catalog, router } = this.parts;
    const { targets } = router.routesFor(call.token, { model: call.model, capability: 'chat' });
    const { realtimeModels } = findProvider(targets[0]?.channel.provider ?? '') ?? {};
    return { ...bridge, ...realtimeModels, ...catalog.realtimeOf(model) };
  }
}
