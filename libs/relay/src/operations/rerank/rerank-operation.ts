import { GatewayError, type RerankResult, type RerankRequest } from '#canonical';
import { type Target } from '#catalog';
import { type UpstreamResponse } from '#egress';
import { type Provider } from '#providers';
import { getSupportedFormats } from '#upstream';
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
  type RequestFormatOf,
} from '#wire';
import { type RequestSize } from '../../billing/request-size.js';
import { type OperationAttempt } from '../operation-attempt.js';
import { type EmbeddingsFormat } from '../embeddings/embed.js';
import { toClientNames, encodeForUpstream } from '../client-names.js';
import { getJsonRequest } from '../get-json-request.js';
import { type OperationCandidate } from '../operation-candidate.js';
import { type OperationRequest, type OperationDefinition } from '../operation-definition.js';
import { rankBySimilarity } from './similarity.js';

type RerankFormat = FormatOf<'rerank'>;

/** How rerank services count search units. */
const DOCUMENTS_PER_SEARCH = 100;

/** The statuses of a server that has no reranker, or none with this name. */
const STATUSES_WITHOUT_RERANKER: readonly (number | undefined)[] = [404, 405, 501];

export function rerankOperation(clientFormat: RequestFormatOf<'rerank'>): OperationDefinition {
  return {
    decode: async ({ body }) => new DecodedRerank(clientFormat, await getJsonRequest(body)),
  };
}

class DecodedRerank implements OperationRequest {
  readonly isStreamed = false;
  private readonly client: ClientOperation<RerankRequest, RerankResult>;
  private readonly decoded: RerankRequest;

  constructor(
    private readonly clientFormat: RequestFormatOf<'rerank'>,
    private readonly request: JsonRequest,
  ) {
    this.client = RERANK_CLIENTS[clientFormat];
    this.decoded = this.client.decodeRequest(request.json, {});
  }

  get model(): string {
    return this.decoded.model;
  }

  get size(): Partial<RequestSize> {
    return { searchUnits: Math.ceil(this.decoded.documents.length / DOCUMENTS_PER_SEARCH) };
  }

  listCandidates(target: Target, provider: Provider): Pick<OperationCandidate, 'kind' | 'format'>[] {
    const formats = getSupportedFormats('rerank', target, provider);
    const { clientFormat, request, decoded } = this;
    if (formats.includes(clientFormat) && isPlainRerank(clientFormat, request.json, decoded)) {
      return [{ kind: 'passthrough', format: clientFormat }];
    }
    const format = formats.find((one) => one === clientFormat) ?? formats[0];
    if (format !== undefined) return [{ kind: 'translate', format }];
    return getSupportedFormats('embeddings', target, provider)
      .slice(0, 1)
      .map((embeddings) => ({ kind: 'derive', format: embeddings }));
  }

  async serve(attempt: OperationAttempt): Promise<void> {
    const { format, target, provider } = attempt.candidate;
    if (isFormatOf('embeddings', format)) return this.rankByEmbeddings(attempt, format);
    try {
      await this.rank(attempt);
    } catch (error) {
      const [embeddings] = getSupportedFormats('embeddings', target, provider);
      if (embeddings === undefined || !hasNoReranker(error)) throw error;
      await this.rankByEmbeddingsInstead(attempt, embeddings, error);
    }
  }

  private async rank(attempt: OperationAttempt): Promise<void> {
    const { kind, format } = attempt.candidate;
    if (kind === 'passthrough') await this.passThrough(attempt);
    else if (isFormatOf('rerank', format)) await this.translate(attempt, format);
  }

  /**
   * Forwards request and response unchanged, unless the response lacks members that clients of this endpoint expect.
   */
  private async passThrough(attempt: OperationAttempt): Promise<void> {
    const { clientFormat, client, request, decoded } = this;
    const { bytes, json, response } = await attempt.postJson(request.retarget(attempt.upstreamModel));
    const result = RERANK_FORMATS[clientFormat].decodeResponse(json, decoded);
    if (!areResultsAsDue(json, result, decoded)) return this.send(attempt, result, response);
    attempt.noteUsage(result.usage);
    const whole = {
      ...client.encodeResponse(result, { asked: decoded, requestId: attempt.requestId }),
      ...json,
    };
    await attempt.sendJson('meta' in json ? bytes : whole, response);
  }

  private async translate(attempt: OperationAttempt, format: RerankFormat): Promise<void> {
    const { client, decoded } = this;
    const codec = RERANK_FORMATS[format];
    const { body, lost } = encodeForUpstream(decoded, client, () =>
      codec.encodeRequest(decoded, attempt.upstreamModel),
    );
    const isOwnFormat = format === this.clientFormat;
    const understood = isOwnFormat ? { ...decoded, extensions: undefined } : decoded;
    attempt.reportLost(toClientNames(lost, understood, client));
    const { json, response } = await attempt.postJson(
      isOwnFormat ? { ...decoded.extensions, ...body } : body,
    );
    await this.send(attempt, codec.decodeResponse(json, decoded), response);
  }

  private async rankByEmbeddings(attempt: OperationAttempt, format: EmbeddingsFormat): Promise<void> {
    const { client, decoded } = this;
    const lost = encodeForUpstream(decoded, client, () => lostLimits(decoded));
    attempt.reportLost(toClientNames(lost, decoded, client));
    const { result, response } = await rankBySimilarity(attempt, format, decoded);
    await this.send(attempt, result, response);
  }

  /** If the model has no embeddings either, the first error is more helpful. */
  private async rankByEmbeddingsInstead(
    attempt: OperationAttempt,
    format: EmbeddingsFormat,
    first: unknown,
  ): Promise<void> {
    try {
      await this.rankByEmbeddings(attempt, format);
    } catch (second) {
      throw second instanceof GatewayError && second.kind === 'upstream-rejected' ? first : second;
    }
  }

  private async send(
    attempt: OperationAttempt,
    result: RerankResult,
    response: UpstreamResponse,
  ): Promise<void> {
    const { client, decoded } = this;
    attempt.noteUsage(result.usage);
    await attempt.sendJson(
      client.encodeResponse(result, { asked: decoded, requestId: attempt.requestId }),
      response,
    );
  }
}

function hasNoReranker(error: unknown): boolean {
  return error instanceof GatewayError && STATUSES_WITHOUT_RERANKER.includes(error.upstreamStatus);
}
