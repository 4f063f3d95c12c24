import { GatewayError, type RerankAnswer, type RerankRequest } from '#canonical';
import { type Target } from '#catalog';
import { type UpstreamResponse } from '#egress';
import { type Provider } from '#providers';
import { spokenFormats } from '#upstream';
import {
  areResultsAsDue,
  type ClientOperation,
  type FormatOf,
  isFormatOf,
  isPlainRerank,
  type JsonRequest,
  lostLimits,
  RERANK_CLIENTS,
  RERANK_FORMATS,
  type RerankClientFormatId,
} from '#wire';
import { type RequestSize } from '../../billing/request-size.js';
import { type OperationAttempt } from '../operation-attempt.js';
import { type EmbeddingsFormat } from '../embeddings/embed.js';
import { lostInClientWords, translateRequest } from '../in-client-words.js';
import { getJsonRequest } from '../get-json-request.js';
import { type OperationCandidate } from '../operation-candidate.js';
import { type OpenRequest, type ServedOperation } from '../served-operation.js';
import { rankBySimilarity } from './similarity.js';

type RerankFormat = FormatOf<'rerank'>;

/** As services that rank documents count them. */
const DOCUMENTS_PER_SEARCH = 100;

/** How a server says that it has no reranker, or none of this name. */
const STATUSES_WITHOUT_RERANKER: readonly (number | undefined)[] = [404, 405, 501];

export function rerankOperation(clientFormat: RerankClientFormatId): ServedOperation {
  return {
    capability: 'rerank',
    open: async ({ body }) => new RerankInHand(clientFormat, await getJsonRequest(body)),
  };
}

class RerankInHand implements OpenRequest {
  readonly isStreamed = false;
  private readonly client: ClientOperation<RerankRequest, RerankAnswer>;
  private readonly asked: RerankRequest;

  constructor(
    private readonly clientFormat: RerankClientFormatId,
    private readonly request: JsonRequest,
  ) {
    this.client = RERANK_CLIENTS[clientFormat];
    this.asked = this.client.decodeRequest(request.json, {});
  }

  get model(): string {
    return this.asked.model;
  }

  get size(): Partial<RequestSize> {
    return { searchUnits: Math.ceil(this.asked.documents.length / DOCUMENTS_PER_SEARCH) };
  }

  candidatesAt(target: Target, provider: Provider): Pick<OperationCandidate, 'kind' | 'format'>[] {
    const spoken = spokenFormats('rerank', target, provider);
    const { clientFormat, request, asked } = this;
    if (spoken.includes(clientFormat) && isPlainRerank(clientFormat, request.json, asked)) {
      return [{ kind: 'passthrough', format: clientFormat }];
    }
    const format = spoken.find((one) => one === clientFormat) ?? spoken[0];
    if (format !== undefined) return [{ kind: 'translate', format }];
    return spokenFormats('embeddings', target, provider)
      .slice(0, 1)
      .map((embeddings) => ({ kind: 'derive', format: embeddings }));
  }

  async serve(attempt: OperationAttempt): Promise<void> {
    const { format, target, provider } = attempt.candidate;
    if (isFormatOf('embeddings', format)) return this.derive(attempt, format);
    try {
      await this.rank(attempt);
    } catch (error) {
      const [embeddings] = spokenFormats('embeddings', target, provider);
      if (embeddings === undefined || !isWithoutReranker(error)) throw error;
      await this.deriveInstead(attempt, embeddings, error);
    }
  }

  private async rank(attempt: OperationAttempt): Promise<void> {
    const { kind, format } = attempt.candidate;
    if (kind === 'passthrough') await this.passThrough(attempt);
    else if (isFormatOf('rerank', format)) await this.translate(attempt, format);
  }

  /** Bytes go both ways, unless the answer lacks what some of the clients at this address look for. */
  private async passThrough(attempt: OperationAttempt): Promise<void> {
    const { clientFormat, client, request, asked } = this;
    const { bytes, json, response } = await attempt.postJson(request.retarget(attempt.upstreamModel));
    const answer = RERANK_FORMATS[clientFormat].decodeResponse(json, asked);
    if (!areResultsAsDue(json, answer, asked)) return this.send(attempt, answer, response);
    attempt.noteUsage(answer.usage);
    const whole = { ...client.encodeResponse(answer, { asked, requestId: attempt.requestId }), ...json };
    await attempt.sendJson('meta' in json ? bytes : whole, response);
  }

  private async translate(attempt: OperationAttempt, format: RerankFormat): Promise<void> {
    const { client, asked } = this;
    const codec = RERANK_FORMATS[format];
    const { body, lost } = translateRequest(asked, client, () =>
      codec.encodeRequest(asked, attempt.upstreamModel),
    );
    const isOwnFormat = format === this.clientFormat;
    const understood = isOwnFormat ? { ...asked, extensions: undefined } : asked;
    attempt.lose(lostInClientWords(lost, understood, client));
    const { json, response } = await attempt.postJson(isOwnFormat ? { ...asked.extensions, ...body } : body);
    await this.send(attempt, codec.decodeResponse(json, asked), response);
  }

  private async derive(attempt: OperationAttempt, format: EmbeddingsFormat): Promise<void> {
    const { client, asked } = this;
    const lost = translateRequest(asked, client, () => lostLimits(asked));
    attempt.lose(lostInClientWords(lost, asked, client));
    const { answer, response } = await rankBySimilarity(attempt, format, asked);
    await this.send(attempt, answer, response);
  }

  /** Where a model turns out to be no embedding model either, the first answer says more. */
  private async deriveInstead(
    attempt: OperationAttempt,
    format: EmbeddingsFormat,
    first: unknown,
  ): Promise<void> {
    try {
      await this.derive(attempt, format);
    } catch (second) {
      throw second instanceof GatewayError && second.kind === 'upstream-rejected' ? first : second;
    }
  }

  private async send(
    attempt: OperationAttempt,
    answer: RerankAnswer,
    response: UpstreamResponse,
  ): Promise<void> {
    const { client, asked } = this;
    attempt.noteUsage(answer.usage);
    await attempt.sendJson(client.encodeResponse(answer, { asked, requestId: attempt.requestId }), response);
  }
}

function isWithoutReranker(error: unknown): boolean {
  return error instanceof GatewayError && STATUSES_WITHOUT_RERANKER.includes(error.upstreamStatus);
}
