import { toAbortSignal } from '#canonical';
import { randomPickFor } from '#catalog';
import { readWholeBody } from '#egress';
import { callUpstream } from '#upstream';
import { CLIENT_FORMATS, type ModelRule, type WireFormatId } from '#wire';
import { Injectable } from '@nestjs/common';
import { AnswerHandler } from './answer-handler.js';
import { type Attempt } from './attempts/attempt.js';
import { type Bill } from './billing/bill.js';
import { type ClientSide } from './client-side.js';
import { Dispatcher } from './dispatcher.js';
import { type ModelRules } from './model-rules/model-rules.js';
import { type OperationCall, OperationRelay } from './operations/operation-relay.js';
import { type OperationId } from './operations/operations.js';
import { moderateByModel } from './policies/moderate-by-model.js';
import { PolicyService } from './policies/policy-service.js';
import { RelayTools } from './relay-tools.js';
import { ChatRequest, type RelayCall } from './relayed-request.js';
import { Router, notServed } from './router.js';
import { type Exchange } from './chat/exchange.js';
import { PassthroughExchange, findLost, findRepairs } from './chat/passthrough-exchange.js';
import { type UsablePlan, planRelay } from './chat/plan-relay.js';
import { prepareTranslation } from './chat/translated-exchange.js';

const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
/** So much of how a conversation opens tells it from others; an opening may be megabytes of images. */
const MAX_OPENING_BYTES = 64 * 1024;

export interface ChatCall extends RelayCall<Buffer> {
  format: WireFormatId;
}

/** A request that is only looked at. */
export type CheckedCall = Omit<ChatCall, 'client'>;

/** One model request, from its bytes to the last byte of its answer. */
@Injectable()
export class Relay {
  constructor(
    private readonly router: Router,
    private readonly policies: PolicyService,
    private readonly dispatcher: Dispatcher,
    private readonly tools: RelayTools,
    private readonly operations: OperationRelay,
  ) {
    policies.moderateWith((model, texts, call) =>
      moderateByModel((moderation) => this.serve('openai-moderations', moderation), model, texts, call),
    );
  }

  /** A request for anything but a conversation. */
  serve(operation: OperationId, call: OperationCall): Promise<void> {
    return this.operations.serve(operation, call);
  }

  /** A request in one of the formats for conversations. */
  async relay(call: ChatCall): Promise<void> {
    const request = new ChatRequest(call, call.format);
    const plans = this.findPlans(request);
    const reserving = call.admitted.reserve(request.size.inputTokens);
    if (reserving !== undefined) await reserving;
    if (!this.policies.isEmpty) await this.keepToPolicies(request);
    await this.dispatcher.dispatch(request, plans, (attempt, bill) => this.answer(request, attempt, bill));
  }

  /** Throws what `relay` would throw without having asked anybody. What is behind links is not looked at. */
  async check(call: CheckedCall): Promise<void> {
    const request = new ChatRequest({ ...call, client: NOBODY }, call.format);
    const plans = this.findPlans(request);
    this.dispatcher.requirePayable(request, plans);
    this.policies.check(request.clientFormat, call.body, request);
    let lastError: unknown;
    for (const plan of plans) {
      try {
        await checkPlan(plan, request, this.tools.rules);
        return;
      } catch (error) {
        lastError = error;
      }
    }
    throw lastError;
  }

  /** What is known of a model by the name that clients have for it. */
  findRule(model: string, format: WireFormatId): ModelRule | undefined {
    return this.tools.rules.findNamed('', model, format);
  }

  /** Who can serve it, best first, and how each of them is spoken to. */
  private findPlans(request: ChatRequest): UsablePlan[] {
    const { targets, model, hedgeMs } = this.router.routesFor(request.token, {
      model: request.outline.model,
      capability: 'chat',
      draw: sticky(request),
    });
    request.model = model;
    request.hedgeMs = hedgeMs;
    const plans: UsablePlan[] = [];
    for (const target of targets) {
      const plan = planRelay(request.clientFormat, target);
      if (plan.kind !== 'impossible') plans.push(plan);
    }
    if (plans.length === 0) throw notServed(model, 'chat');
    return plans;
  }

  private async keepToPolicies(request: ChatRequest): Promise<void> {
    const { body, warnings } = await this.policies.keep(request.clientFormat, request.body, request);
    request.replaceBody(body);
    request.warnings = warnings;
  }

  private answer(request: ChatRequest, attempt: Attempt<UsablePlan>, bill: Bill): Promise<void> {
    const { candidate: plan } = attempt;
    return plan.kind === 'passthrough'
      ? this.exchange(new PassthroughExchange(request, plan, this.tools.rules), request, { attempt, bill })
      : this.translate(request, { attempt, bill });
  }

  private async translate(
    request: ChatRequest,
    { attempt, bill }: { attempt: Attempt<UsablePlan>; bill: Bill },
  ): Promise<void> {
    const hold = this.tools.memory.open();
    try {
      const exchange = await prepareTranslation(request, attempt.candidate, {
        media: { fetchMedia: this.tools.fetchMediaOf(request), hold, signal: toAbortSignal(attempt.signal) },
        rules: this.tools.rules,
      });
      await this.exchange(exchange, request, { attempt, bill });
    } finally {
      hold.release();
    }
  }

  /** Asks the upstream, and passes its answer on. */
  private async exchange(
    exchange: Exchange,
    request: ChatRequest,
    { attempt, bill }: { attempt: Attempt<UsablePlan>; bill: Bill },
  ): Promise<void> {
    const { candidate: plan, signal } = attempt;
    const { isStreamed } = request;
    if (request.warnings.length + exchange.warnings.length > 0) {
      attempt.warnings = [...new Set([...request.warnings, ...exchange.warnings])];
    }
    // What nobody waits for any more is not sent, and so not billed.
    signal.throwIfAborted();
    await bill.beginInTurn(plan.target, signal);
    const response = await callUpstream(this.tools.http, {
      target: plan.target,
      provider: plan.provider,
      format: exchange.format,
      body: exchange.body,
      headers: exchange.headers,
      expected: isStreamed ? 'events' : 'json',
      apiKey: attempt.use.apiKey,
      signal,
      trace: attempt.trace,
    });
    const answer = new AnswerHandler(attempt, bill, request.record, {
      response,
      contentType: request.answerContentType,
    });
    if (isStreamed) {
      const format = CLIENT_FORMATS[plan.clientFormat];
      await answer.stream(exchange.openStream(), { format, keepAliveMs: this.tools.keepAliveMs });
      return;
    }
    const { body, usage } = await exchange.readWhole(await readWholeBody(response.body, MAX_ANSWER_BYTES));
    attempt.usage = usage;
    await answer.sendWhole(body);
  }
}

/** Stands for the client of a request that is only looked at. */
const NOBODY: ClientSide = {
  signal: new AbortController().signal,
  sendWhole: () => undefined,
  openStream: () => {
    throw new Error('nobody listens');
  },
};

class LinkMet extends Error {}

/** Where a link would have to be followed first, nothing more can be said. */
async function checkPlan(plan: UsablePlan, request: ChatRequest, rules: ModelRules): Promise<void> {
  if (plan.kind === 'passthrough') {
    return request.refuseIfStrict([
      ...(findLost(request, plan) ?? []),
      ...(findRepairs(request, plan, rules)?.lost ?? []),
    ]);
  }
  try {
    const fetchMedia = (): Promise<never> => Promise.reject(new LinkMet());
    await prepareTranslation(request, plan, { media: { fetchMedia }, rules });
  } catch (error) {
    if (!(error instanceof LinkMet)) throw error;
  }
}

/** A conversation stays with the account it began with: signatures and caches are worth nothing elsewhere. */
function sticky({ outline, token }: ChatRequest): ReturnType<typeof randomPickFor> {
  let draw: ReturnType<typeof randomPickFor> | undefined;
  return (channelId) => {
    draw ??= randomPickFor(token.id, outline.opening.subarray(0, MAX_OPENING_BYTES));
    return draw(channelId);
  };
}
