import { GatewayError, type JsonObject } from '#canonical';
import { TOKEN_COUNTERS, type TokenCounterId, scanAhead } from '#wire';
import { Injectable } from '@nestjs/common';
import { readTexts } from '../chat/translation-thread.js';
import { PolicyService } from '../policies/policy-service.js';
import { ChatRequest, type RelayCall } from '../relayed-request.js';
import { Router } from '../router.js';
import { CounterQueries } from './counter-queries.js';
import { estimateCount } from './estimate-count.js';
import { type CountPlan, planCount } from './plan-count.js';

export interface CountCall extends RelayCall<Buffer> {
  format: TokenCounterId;
}

const COUNT_HEADER = 'x-modelgate-token-count';

/** How many tokens a request would have: by the counter of the service that would answer it, or else estimated. */
@Injectable()
export class TokenCounting {
  constructor(
    private readonly router: Router,
    private readonly policies: PolicyService,
    private readonly queries: CounterQueries,
  ) {}

  /** Costs nothing, and is in no books. */
  async count(call: CountCall): Promise<void> {
    const { format, record, client } = call;
    const { body, path } = TOKEN_COUNTERS[format].open(call.body);
    if (body !== call.body) await scanAhead(body);
    const request = inPath(path, () => new ChatRequest({ ...call, body }, format));
    record.operation = 'count-tokens';
    record.isStreamed = false;
    record.costMicroUsd = 0;
    const { plans, upstreamModel } = this.findPlans(request, format);
    request.replaceBody(this.policies.redact(format, request.body));
    // What has to be judged before it may leave stays here: a judgement would cost more than a count is worth.
    const found = this.policies.blocks ? undefined : await this.queries.ask(request, plans);
    if (found !== undefined) {
      const answer = found.body ?? encode(format, found.inputTokens);
      return client.sendWhole({ ...found.headers, [COUNT_HEADER]: 'upstream' }, answer);
    }
    const texts = await readTexts({ format, body: request.body, hints: request.hints }).catch(
      (error: unknown) => {
        throw nameFrom(path, error);
      },
    );
    const answer = encode(format, await estimateCount(texts.texts, upstreamModel));
    client.signal.throwIfAborted();
    return client.sendWhole({ 'content-type': 'application/json', [COUNT_HEADER]: 'estimate' }, answer);
  }

  /** The counters of the model itself: a fallback counts otherwise. */
  private findPlans(
    request: ChatRequest,
    format: TokenCounterId,
  ): { plans: CountPlan[]; upstreamModel: string | undefined } {
    const { token, outline, record } = request;
    const { targets, model } = this.router.routesFor(token, { model: outline.model, capability: 'chat' });
    request.model = model;
    record.model = model;
    const first = targets.find(({ reason }) => reason !== 'fallback') ?? targets[0];
    const plans = targets
      .filter((target) => target.model === first?.model)
      .flatMap((target) => planCount(format, target) ?? []);
    return { plans, upstreamModel: first?.upstreamModel };
  }
}

function encode(format: TokenCounterId, inputTokens: number): Buffer {
  const count: JsonObject = TOKEN_COUNTERS[format].encodeCount(inputTokens);
  return Buffer.from(JSON.stringify(count));
}

function inPath<Result>(path: string | undefined, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw nameFrom(path, error);
  }
}

/** A fault of a request that stands within another one is named from the top. */
function nameFrom(path: string | undefined, error: unknown): unknown {
  if (path === undefined || !(error instanceof GatewayError)) return error;
  const { kind, message, param, code } = error;
  if (param === undefined || param === 'model') return error;
  const fullPath = `${path}.${param}`;
  return new GatewayError(
    kind,
    message.replace(`"${param}"`, () => `"${fullPath}"`),
    {
      param: fullPath,
      code,
    },
  );
}
