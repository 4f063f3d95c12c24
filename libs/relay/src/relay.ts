import { createHash } from 'node:crypto';
import { type Token, mayUseModel } from '#access';
import { GatewayError } from '#canonical';
import { type Catalog, type Channel, drawFor } from '#catalog';
import { type HttpTransport, readWholeBody } from '#egress';
import { WIRE_FORMATS } from '#wire';
import { answerHeaders } from './answer-headers.js';
import { channelSecrets } from './channel-secrets.js';
import { ClientRequest, type ClientRequestOptions } from './client-request.js';
import { type ClientSide } from './client-side.js';
import { deliverStream } from './deliver-stream.js';
import { type Exchange } from './exchange.js';
import { preparePassthrough } from './passthrough-exchange.js';
import { type UsablePlan, planRelay } from './plan-relay.js';
import { type AttemptRecord, type RelayRecord } from './relay-record.js';
import { type FetchMedia } from './resolve-media.js';
import { prepareTranslation } from './translated-exchange.js';
import { callUpstream } from './upstream-call.js';

const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

export interface RelayParts {
  catalog: Catalog;
  http: HttpTransport;
  fetchMedia: FetchMedia;
  keepAliveMs: number;
}

export interface RelayCall extends ClientRequestOptions {
  token: Token;
  client: ClientSide;
  record: RelayRecord;
}

/** One request on its way. */
interface Journey {
  call: RelayCall;
  request: ClientRequest;
  startedAt: number;
}

/** One model request, from its bytes to the last byte of its answer. */
export class Relay {
  private readonly keyTurns = new Map<string, number>();

  constructor(private readonly parts: RelayParts) {}

  async relay(call: RelayCall): Promise<void> {
    const journey = { call, request: new ClientRequest(call), startedAt: performance.now() };
    const { model, isStreamed } = journey.request.outline;
    call.record.model = model;
    call.record.isStreamed = isStreamed;
    await this.tryInTurn(this.plansFor(journey, model), journey);
    call.record.outcome = 'ok';
  }

  private plansFor({ call: { format, token }, request }: Journey, model: string): UsablePlan[] {
    const targets = this.parts.catalog.targetsFor(model, 'chat', sticky(request, token));
    if (!mayUseModel(token, model)) {
      throw new GatewayError('model-not-allowed', `This API token may not use the model "${model}".`, {
        param: 'model',
      });
    }
    const facts = { clientFormat: format, hasForeignProofs: request.hasForeignProofs };
    const plans = targets
      .map((target) => planRelay(facts, target))
      .filter((plan) => plan.kind !== 'impossible');
    if (plans.length === 0) {
      throw new GatewayError('no-channel', `No channel can serve the model "${model}" in this version.`, {
        param: 'model',
      });
    }
    return plans;
  }

  /** The next channel is tried while nothing has been sent and the fault may be this channel's own. */
  private async tryInTurn(plans: UsablePlan[], journey: Journey): Promise<void> {
    const { record, client } = journey.call;
    let lastError: GatewayError | undefined;
    for (const plan of plans) {
      try {
        await this.attempt(plan, journey);
        return;
      } catch (thrown) {
        lastError = GatewayError.from(thrown);
        const isOver = record.firstByteMs !== undefined || client.signal.aborted;
        // What one upstream cannot express, another may.
        const mayBeThisChannel = lastError.retryable || lastError.kind === 'unsupported-parameter';
        if (isOver || !mayBeThisChannel) throw lastError;
      }
    }
    throw lastError ?? new GatewayError('no-channel', 'No channel is left to try.');
  }

  private async attempt(plan: UsablePlan, journey: Journey): Promise<void> {
    const attemptedAt = performance.now();
    const { channel, upstreamModel } = plan.target;
    const attempt: AttemptRecord = { channel: channel.name, upstreamModel, plan: plan.kind, durationMs: 0 };
    journey.call.record.attempts.push(attempt);
    try {
      await this.exchange(plan, journey);
      attempt.outcome = 'ok';
    } catch (thrown) {
      const error = GatewayError.from(thrown);
      attempt.outcome = error.kind;
      attempt.upstreamStatus = error.upstreamStatus;
      throw error;
    } finally {
      attempt.durationMs = performance.now() - attemptedAt;
    }
  }

  private async exchange(plan: UsablePlan, journey: Journey): Promise<void> {
    const { client, record } = journey.call;
    const { isStreamed } = journey.request.outline;
    const secrets = channelSecrets(plan.target.channel);
    const exchange = await this.prepare(plan, journey, secrets);
    record.warnings = exchange.warnings;
    const response = await callUpstream(this.parts.http, {
      plan,
      body: exchange.body,
      headers: exchange.headers,
      apiKey: this.nextKey(plan.target.channel),
      isStreamed,
      secrets,
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

  /** Several keys of one channel take turns. */
  private nextKey({ id, apiKeys }: Channel): string | undefined {
    const turn = this.keyTurns.get(id) ?? 0;
    this.keyTurns.set(id, turn + 1);
    return apiKeys[turn % Math.max(apiKeys.length, 1)];
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
