import { type CancelSignal, toAbortSignal } from '#canonical';
import { createHash } from 'node:crypto';
import { type Token } from '#access';
import { randomPickFor, requireModelName } from '#catalog';
import { type HttpTransport, readWholeBody } from '#egress';
import { type ByteBudget, type ByteHold } from '#limits';
import { callUpstream, channelSecrets } from '#upstream';
import { WIRE_FORMATS } from '#wire';
import { AnswerHandler } from '../answer-handler.js';
import { type Attempt } from '../attempts/attempt.js';
import { type Bill } from '../billing/bill.js';
import { type ClientSide } from '../client-side.js';
import { type DispatchDependencies, dispatch } from '../dispatch.js';
import { type FetchMedia } from '../fetch-media.js';
import { type PolicyService } from '../policies/policy-service.js';
import { type RelayRecord } from '../relay-record.js';
import { type Router, type Routes, notServed } from '../router.js';
import { ClientRequest, type ClientRequestOptions } from './client-request.js';
import { type Exchange } from './exchange.js';
import { preparePassthrough } from './passthrough-exchange.js';
import { type UsablePlan, planRelay } from './plan-relay.js';
import { prepareTranslation } from './translated-exchange.js';

const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
/** So much of how a conversation opens tells it from others; an opening may be megabytes of images. */
const MAX_OPENING_BYTES = 64 * 1024;

export interface ChatRelayDependencies extends DispatchDependencies {
  policies: PolicyService;
  router: Router;
  http: HttpTransport;
  fetchMedia: FetchMedia;
  /** What requests may hold in memory together. */
  memory: ByteBudget;
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
interface RequestContext {
  call: ChatCall;
  request: ClientRequest;
  /** Parameters that a policy has changed. */
  warnings: readonly string[];
}

/** One conversation's request, from its bytes to the last byte of its answer. */
export class ChatRelay {
  constructor(private readonly parts: ChatRelayDependencies) {}

  async relay(call: ChatCall): Promise<void> {
    const startedAt = performance.now();
    const startedAtMs = Date.now();
    const received = open(call);
    const { plans, model, hedgeMs } = this.plansFor({ call, request: received });
    const { request, warnings } = await this.keepToPolicies(received, call);
    const { isStreamed, serviceTier } = request.outline;
    const { token, client, record, requestId, format, hints, headers } = call;
    await dispatch(this.parts, {
      candidates: plans,
      call: { token, client, record, startedAt, hedgeMs },
      billed: {
        token,
        requestId,
        model,
        operation: 'chat',
        format,
        isStreamed,
        startedAtMs,
        size: request.size,
        priceContext: { serviceTier },
      },
      asked: { operation: format, hints, headers, body: request.options.body },
      serve: (attempt, bill) => this.exchange(attempt, bill, { call, request, warnings }),
    });
  }

  /** Throws what `relay` would throw without having asked anybody. What is behind links is not looked at. */
  async check(call: CheckedCall): Promise<void> {
    const request = open(call);
    const { plans, model } = this.plansFor({ call, request });
    const { serviceTier } = request.outline;
    this.parts.billing.payable(
      { token: call.token, model, operation: 'chat', priceContext: { serviceTier } },
      plans.map(({ target }) => target),
    );
    this.parts.policies.check(call.format, call.body, request);
    let lastError: unknown;
    for (const plan of plans) {
      try {
        await checkPlan(plan, request);
        return;
      } catch (error) {
        lastError = error;
      }
    }
    throw lastError;
  }

  private async keepToPolicies(
    request: ClientRequest,
    call: ChatCall,
  ): Promise<{ request: ClientRequest; warnings: readonly string[] }> {
    const { token, requestId, record, client, format } = call;
    const { isStrict } = request;
    const asking = { token, requestId, record, signal: client.signal, isStrict };
    const { body, warnings } = await this.parts.policies.keep(format, call.body, asking);
    return { request: body === call.body ? request : new ClientRequest({ ...call, body }), warnings };
  }

  private plansFor({ call: { format, token }, request }: { call: CheckedCall; request: ClientRequest }): {
    plans: UsablePlan[];
  } & Omit<Routes, 'targets'> {
    const draw = sticky(request, token);
    const options = { model: request.outline.model, capability: 'chat', draw } as const;
    const { targets, ...routes } = this.parts.router.routesFor(token, options);
    const facts = { clientFormat: format, hasForeignSignatures: request.hasForeignSignatures };
    const plans = targets
      .map((target) => planRelay(facts, target))
      .filter((plan) => plan.kind !== 'impossible');
    if (plans.length === 0) throw notServed(routes.model, 'chat');
    return { plans, ...routes };
  }

  private async exchange(
    attempt: Attempt<UsablePlan>,
    bill: Bill,
    requestContext: RequestContext,
  ): Promise<void> {
    const hold = this.parts.memory.open();
    try {
      await this.exchangeWithin(hold, attempt, bill, requestContext);
    } finally {
      hold.release();
    }
  }

  private async exchangeWithin(
    hold: ByteHold,
    attempt: Attempt<UsablePlan>,
    bill: Bill,
    requestContext: RequestContext,
  ): Promise<void> {
    const { candidate: plan, client } = attempt;
    const { isStreamed } = requestContext.request.outline;
    const exchange = await this.prepare(plan, requestContext, { hold, signal: client.signal });
    if (requestContext.warnings.length + exchange.warnings.length > 0) {
      attempt.warnings = [...new Set([...requestContext.warnings, ...exchange.warnings])];
    }
    // What nobody waits for any more is not sent, and so not billed.
    client.signal.throwIfAborted();
    await bill.beginInTurn(plan.target, client.signal);
    const response = await callUpstream(this.parts.http, {
      target: plan.target,
      provider: plan.provider,
      format: plan.upstreamFormat,
      body: exchange.body,
      headers: exchange.headers,
      expected: isStreamed ? 'events' : 'json',
      apiKey: attempt.use.apiKey,
      signal: client.signal,
    });
    const answer = new AnswerHandler(attempt, bill, requestContext.call.record, {
      response,
      contentType: requestContext.request.answerContentType,
    });
    if (isStreamed) {
      const format = WIRE_FORMATS[plan.clientFormat];
      await answer.stream(exchange.openStream(), { format, keepAliveMs: this.parts.keepAliveMs });
      return;
    }
    const { body, usage } = await exchange.readWhole(await readWholeBody(response.body, MAX_ANSWER_BYTES));
    attempt.usage = usage;
    await answer.sendWhole(body);
  }

  private async prepare(
    plan: UsablePlan,
    { request }: RequestContext,
    { hold, signal }: { hold: ByteHold; signal: CancelSignal },
  ): Promise<Exchange> {
    if (plan.kind === 'passthrough') {
      return preparePassthrough(request, plan, channelSecrets(plan.target.channel));
    }
    return prepareTranslation(request, plan, {
      fetchMedia: this.parts.fetchMedia,
      hold,
      signal: toAbortSignal(signal),
    });
  }
}

function open(call: CheckedCall): ClientRequest {
  const request = new ClientRequest(call);
  requireModelName(request.outline.model);
  call.record.operation = 'chat';
  call.record.format = call.format;
  call.record.model = request.outline.model;
  call.record.isStreamed = request.outline.isStreamed;
  return request;
}

class LinkMet extends Error {}

/** Where a link would have to be followed first, nothing more can be said. */
async function checkPlan(plan: UsablePlan, request: ClientRequest): Promise<void> {
  if (plan.kind === 'passthrough') return;
  try {
    await prepareTranslation(request, plan, { fetchMedia: () => Promise.reject(new LinkMet()) });
  } catch (error) {
    if (!(error instanceof LinkMet)) throw error;
  }
}

/** A conversation stays with the account it began with: signatures and caches are worth nothing elsewhere. */
function sticky({ outline }: ClientRequest, { id }: Token): ReturnType<typeof randomPickFor> {
  let draw: ReturnType<typeof randomPickFor> | undefined;
  return (channelId) => {
    draw ??= randomPickFor(
      `${id} ${createHash('sha256').update(outline.opening.subarray(0, MAX_OPENING_BYTES)).digest('hex')}`,
    );
    return draw(channelId);
  };
}
