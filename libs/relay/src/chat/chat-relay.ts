import { createHash } from 'node:crypto';
import { type Token } from '#access';
import { type Catalog, drawFor } from '#catalog';
import { type HttpTransport, readWholeBody } from '#egress';
import { WIRE_FORMATS } from '#wire';
import { answerHeaders } from '../answer-headers.js';
import { tryInTurn } from '../attempts.js';
import { channelSecrets } from '../channel-secrets.js';
import { type ClientSide } from '../client-side.js';
import { deliverStream } from '../deliver-stream.js';
import { type KeyTurns } from '../key-turns.js';
import { notServed, permittedTargets } from '../permitted-targets.js';
import { type RelayRecord } from '../relay-record.js';
import { callUpstream } from '../upstream-call.js';
import { ClientRequest, type ClientRequestOptions } from './client-request.js';
import { type Exchange } from './exchange.js';
import { preparePassthrough } from './passthrough-exchange.js';
import { type UsablePlan, planRelay } from './plan-relay.js';
import { type FetchMedia } from './resolve-media.js';
import { prepareTranslation } from './translated-exchange.js';

const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

export interface ChatRelayParts {
  catalog: Catalog;
  http: HttpTransport;
  keys: KeyTurns;
  fetchMedia: FetchMedia;
  keepAliveMs: number;
}

export interface ChatCall extends ClientRequestOptions {
  token: Token;
  client: ClientSide;
  record: RelayRecord;
}

/** A request that is only looked at. */
export type CheckedCall = Omit<ChatCall, 'client'>;

/** One request on its way. */
interface Journey {
  call: ChatCall;
  request: ClientRequest;
  startedAt: number;
}

/** One conversation's request, from its bytes to the last byte of its answer. */
export class ChatRelay {
  constructor(private readonly parts: ChatRelayParts) {}

  async relay(call: ChatCall): Promise<void> {
    const journey = { call, request: new ClientRequest(call), startedAt: performance.now() };
    const { model, isStreamed } = journey.request.outline;
    call.record.model = model;
    call.record.isStreamed = isStreamed;
    await tryInTurn(this.plansFor(journey, model), call, (plan) => this.exchange(plan, journey));
    call.record.outcome = 'ok';
  }

  /** Throws what `relay` would throw without having asked anybody. What is behind links is not looked at. */
  async check(call: CheckedCall): Promise<void> {
    const request = new ClientRequest(call);
    const { model, isStreamed } = request.outline;
    call.record.model = model;
    call.record.isStreamed = isStreamed;
    const plans = this.plansFor({ call, request }, model);
    const nothingSent = { record: { attempts: [] }, client: { signal: new AbortController().signal } };
    await tryInTurn(plans, nothingSent, (plan) => checkPlan(plan, request));
  }

  private plansFor(
    { call: { format, token }, request }: { call: CheckedCall; request: ClientRequest },
    model: string,
  ): UsablePlan[] {
    const draw = sticky(request, token);
    const targets = permittedTargets(this.parts.catalog, token, { model, capability: 'chat', draw });
    const facts = { clientFormat: format, hasForeignProofs: request.hasForeignProofs };
    const plans = targets
      .map((target) => planRelay(facts, target))
      .filter((plan) => plan.kind !== 'impossible');
    if (plans.length === 0) throw notServed(model, 'chat');
    return plans;
  }

  private async exchange(plan: UsablePlan, journey: Journey): Promise<void> {
    const { client, record } = journey.call;
    const { isStreamed } = journey.request.outline;
    const secrets = channelSecrets(plan.target.channel);
    const exchange = await this.prepare(plan, journey, secrets);
    record.warnings = exchange.warnings;
    const response = await callUpstream(this.parts.http, {
      target: plan.target,
      provider: plan.provider,
      format: plan.upstreamFormat,
      body: exchange.body,
      headers: exchange.headers,
      expected: isStreamed ? 'events' : 'json',
      apiKey: this.parts.keys.next(plan.target.channel),
      signal: client.signal,
    });
    const headers = answerHeaders(response, plan, {
      contentType: journey.request.answerContentType,
      attempts: record.attempts.length,
      warnings: exchange.warnings,
    });
    const onCommit = (): void => {
      record.firstByteMs = performance.now() - journey.startedAt;
    };
    if (isStreamed) {
      const answer = exchange.openStream();
      const format = WIRE_FORMATS[plan.clientFormat];
      const { keepAliveMs } = this.parts;
      try {
        await deliverStream({ response, answer, format, client, headers, keepAliveMs, onCommit });
      } finally {
        record.usage = answer.usage;
      }
      return;
    }
    const { body, usage } = exchange.readWhole(await readWholeBody(response.body, MAX_ANSWER_BYTES));
    record.usage = usage;
    onCommit();
    await client.sendWhole(headers, body);
  }

  private async prepare(
    plan: UsablePlan,
    { request }: Journey,
    secrets: readonly string[],
  ): Promise<Exchange> {
    if (plan.kind === 'passthrough') return preparePassthrough(request, plan, secrets);
    return prepareTranslation(request, plan, this.parts.fetchMedia);
  }
}

class LinkMet extends Error {}

/** Where a link would have to be followed first, nothing more can be said. */
async function checkPlan(plan: UsablePlan, request: ClientRequest): Promise<void> {
  if (plan.kind === 'passthrough') return;
  try {
    await prepareTranslation(request, plan, () => Promise.reject(new LinkMet()));
  } catch (error) {
    if (!(error instanceof LinkMet)) throw error;
  }
}

/** A conversation stays with the account it began with: signatures and caches are worth nothing elsewhere. */
function sticky({ outline }: ClientRequest, { id }: Token): ReturnType<typeof drawFor> {
  let draw: ReturnType<typeof drawFor> | undefined;
  return (channelId) => {
    draw ??= drawFor(`${id} ${createHash('sha256').update(outline.opening).digest('hex')}`);
    return draw(channelId);
  };
}
