import { GatewayError, type JsonObject } from '#canonical';
import { scanAhead } from '#json-scan';
import { TOKEN_COUNTERS, type TokenCounterId } from '#wire';
import { Injectable } from '@nestjs/common';
import { readTexts } from '../chat/translation-thread.js';
import { PolicyService } from '../policies/policy-service.js';
import { ChatRequest, type RelayCall } from '../relayed-request.js';
import { Router } from '../router.js';
import { UpstreamCounters } from './upstream-counters.js';
import { estimateCount } from './estimate-count.js';
import { type CountCandidate, planCount } from './plan-count.js';

export interface CountCall extends RelayCall<Buffer> {
  format: TokenCounterId;
}

const COUNT_HEADER = 'x-modelgate-token-count';

/** Counts the tokens of a request with the counter of the provider, or estimates them. */
@Injectable()
export class TokenCounting {
  constructor(
    private readonly router: Router,
    private readonly policies: PolicyService,
    private readonly counters: UpstreamCounters,
  ) {}

  /** Is free and not recorded as usage. */
  async count(call: CountCall): Promise<void> {
    const { format, record, client } = call;
    const { body, path } = TOKEN_COUNTERS[format].open(call.body);
    if (body !== call.body) await scanAhead(body);
    const request = readWithin(path, () => new ChatRequest({ ...call, body }, format));
    record.operation = 'count-tokens';
    record.isStreamed = false;
    record.costMicroUsd = 0;
    const { candidates, upstreamModel } = this.findCandidates(request, format);
    request.replaceBody(this.policies.redact(format, request.body));
    // If content has to be moderated before it may be sent, the count is estimated: moderation would cost more than the
    // count is worth.
    const count = this.policies.blocksFlagged
      ? undefined
      : await this.counters.countTokens(request, candidates);
    if (count !== undefined) {
      const response = count.body ?? encode(format, count.inputTokens);
      return client.sendWhole({ ...count.headers, [COUNT_HEADER]: 'upstream' }, response);
    }
    const texts = await readTexts({ format, body: request.body, hints: request.hints }).catch(
      (error: unknown) => {
        throw withPath(path, error);
      },
    );
    const response = encode(format, await estimateCount(texts.texts, upstreamModel));
    client.signal.throwIfAborted();
    return client.sendWhole({ 'content-type': 'application/json', [COUNT_HEADER]: 'estimate' }, response);
  }

  /** Only the counters of the model itself, because fallbacks have other tokenizers. */
  private findCandidates(
    request: ChatRequest,
    format: TokenCounterId,
  ): { candidates: CountCandidate[]; upstreamModel: string | undefined } {
    const { token, outline, record } = request;
    const { targets, model } = this.router.findTargets(token, { model: outline.model, capability: 'chat' });
    request.model = model;
    record.model = model;
    const first = targets.find(({ reason }) => reason !== 'fallback') ?? targets[0];
    const candidates = targets
      .filter((target) => target.model === first?.model)
      .flatMap((target) => planCount(format, target) ?? []);
    return { candidates, upstreamModel: first?.upstreamModel };
  }
}

function encode(format: TokenCounterId, inputTokens: number): Buffer {
  const count: JsonObject = TOKEN_COUNTERS[format].encodeCount(inputTokens);
  return Buffer.from(JSON.stringify(count));
}

function readWithin<Result>(path: string | undefined, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw withPath(path, error);
  }
}

/** Prefixes the parameter of an error with the path of the request within the outer one. */
function withPath(path: string | undefined, error: unknown): unknown {
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
