import { type Token, mayUseModel } from '#access';
import { GatewayError } from '#canonical';
import { type Catalog, type Channel } from '#catalog';
import { type HttpTransport, readWholeBody } from '#egress';
import { type ForwardedRequest, WIRE_FORMATS, type WireFormatId } from '#wire';
import { channelSecrets } from './channel-secrets.js';
import { type ClientSide } from './client-side.js';
import { deliverStream } from './deliver-stream.js';
import { type RelayPlan, planRelay } from './plan-relay.js';
import { type AttemptRecord, type RelayRecord } from './relay-record.js';
import { answerHeaders } from './answer-headers.js';
import { callUpstream } from './upstream-call.js';

const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

export interface RelaySettings {
  keepAliveMs: number;
}

export interface RelayCall {
  format: WireFormatId;
  body: Buffer;
  token: Token;
  client: ClientSide;
  record: RelayRecord;
}

type PassthroughPlan = Extract<RelayPlan, { kind: 'passthrough' }>;

/** One model request, from its bytes to the last byte of its answer. */
export class Relay {
  private readonly keyTurns = new Map<string, number>();

  constructor(
    private readonly catalog: Catalog,
    private readonly http: HttpTransport,
    private readonly settings: RelaySettings,
  ) {}

  async relay(call: RelayCall): Promise<void> {
    const startedAt = performance.now();
    const request = WIRE_FORMATS[call.format].readRequest(call.body);
    call.record.model = request.model;
    call.record.isStreamed = request.isStreamed;
    const plans = this.plansFor(call, request);
    await this.tryInTurn(plans, call, request, startedAt);
    call.record.outcome = 'ok';
  }

  private plansFor({ format, token }: RelayCall, { model }: ForwardedRequest): PassthroughPlan[] {
    const targets = this.catalog.targetsFor(model, 'chat');
    if (!mayUseModel(token, model)) {
      throw new GatewayError('model-not-allowed', `This API token may not use the model "${model}".`, {
        param: 'model',
      });
    }
    const plans = targets
      .map((target) => planRelay(format, target))
      .filter((plan) => plan.kind === 'passthrough');
    if (plans.length === 0) {
      throw new GatewayError('no-channel', `No channel can serve the model "${model}" in this format.`, {
        param: 'model',
      });
    }
    return plans;
  }

  /** The next channel is tried while nothing has been sent and the fault may be this channel's own. */
  private async tryInTurn(
    plans: PassthroughPlan[],
    call: RelayCall,
    request: ForwardedRequest,
    startedAt: number,
  ): Promise<void> {
    let lastError: GatewayError | undefined;
    for (const plan of plans) {
      try {
        await this.attempt(plan, call, request, startedAt);
        return;
      } catch (thrown) {
        lastError = GatewayError.from(thrown);
        const isOver = call.record.firstByteMs !== undefined || call.client.signal.aborted;
        if (isOver || !lastError.retryable) throw lastError;
      }
    }
    throw lastError ?? new GatewayError('no-channel', 'No channel is left to try.');
  }

  private async attempt(
    plan: PassthroughPlan,
    call: RelayCall,
    request: ForwardedRequest,
    startedAt: number,
  ): Promise<void> {
    const attemptedAt = performance.now();
    const { channel, upstreamModel } = plan.target;
    const attempt: AttemptRecord = { channel: channel.name, upstreamModel, durationMs: 0 };
    call.record.attempts.push(attempt);
    try {
      await this.exchange(plan, call, request, () => {
        call.record.firstByteMs = performance.now() - startedAt;
      });
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

  private async exchange(
    plan: PassthroughPlan,
    call: RelayCall,
    request: ForwardedRequest,
    onCommit: () => void,
  ): Promise<void> {
    const { client, record } = call;
    const format = WIRE_FORMATS[plan.format];
    const secrets = channelSecrets(plan.target.channel);
    const response = await callUpstream(this.http, {
      plan,
      body: request.retarget(plan.target.upstreamModel),
      apiKey: this.nextKey(plan.target.channel),
      isStreamed: request.isStreamed,
      secrets,
      signal: client.signal,
    });
    const headers = answerHeaders(response, plan.target, record.attempts.length);
    if (request.isStreamed) {
      const tap = request.createStreamTap(secrets);
      try {
        await deliverStream({
          response,
          tap,
          format,
          client,
          headers,
          keepAliveMs: this.settings.keepAliveMs,
          onCommit,
        });
      } finally {
        record.usage = tap.usage;
      }
      return;
    }
    const body = await readWholeBody(response.body, MAX_ANSWER_BYTES);
    record.usage = format.readResponse(body).usage;
    onCommit();
    client.sendWhole(headers, body);
  }

  /** Several keys of one channel take turns. */
  private nextKey({ id, apiKeys }: Channel): string | undefined {
    const turn = this.keyTurns.get(id) ?? 0;
    this.keyTurns.set(id, turn + 1);
    return apiKeys[turn % Math.max(apiKeys.length, 1)];
  }
}
