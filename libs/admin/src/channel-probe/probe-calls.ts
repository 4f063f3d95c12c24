import {
  type ChatRequest,
  type EmbeddingsRequest,
  type JsonObject,
  type ModerationRequest,
  type RerankRequest,
} from '#canonical';
import { type Target } from '#catalog';
import { type Provider } from '#providers';
import { getSupportedFormats } from '#upstream';
import {
  decodeModerations,
  EMBEDDINGS_FORMATS,
  type EncodeOptions,
  type FormatId,
  type FormatOf,
  type ModelRule,
  type Operation,
  RERANK_FORMATS,
  UPSTREAM_FORMATS,
} from '#wire';

/** The smallest request of its kind, and the check of its response. */
export interface ProbeCall {
  format: FormatId;
  body: JsonObject;
  /** Throws a GatewayError if the response does not fit the request. */
  check: (response: JsonObject) => void;
}

type ProbedOperation = Extract<Operation, 'chat' | 'embeddings' | 'moderation' | 'rerank'>;

const TEXT = 'Hi';
/** Some services reject smaller limits. */
const MAX_OUTPUT_TOKENS = 16;

/** The capabilities of models that can be tested with each operation. The most common operation is first. */
const CAPABILITIES: Record<ProbedOperation, readonly string[]> = {
  chat: ['chat', 'completions', 'responses'],
  embeddings: ['embeddings'],
  moderation: ['moderation'],
  rerank: ['rerank'],
};

interface ProbeCallOptions {
  capabilities: readonly string[] | undefined;
  findRule: (target: Target, format: FormatOf<'chat'>) => ModelRule | undefined;
}

/** The cheap test requests for a target, best first. Empty if every request of the target is expensive. */
export function listProbeCalls(
  target: Target,
  provider: Provider,
  { capabilities, findRule }: ProbeCallOptions,
): ProbeCall[] {
  const operations = (Object.keys(CAPABILITIES) as ProbedOperation[]).filter(
    (operation) => capabilities?.some((one) => CAPABILITIES[operation].includes(one)) ?? true,
  );
  return operations.flatMap((operation) => {
    const format = getSupportedFormats(operation, target, provider).find((one) => one !== 'chat-judge');
    if (format === undefined) return [];
    const rule = operation === 'chat' ? findRule(target, format as FormatOf<'chat'>) : undefined;
    return [buildCall(operation, format, { model: target.upstreamModel, rule, habits: provider.chatHabits })];
  });
}

function buildCall(
  operation: ProbedOperation,
  format: FormatId,
  { model, ...options }: { model: string } & EncodeOptions,
): ProbeCall {
  switch (operation) {
    case 'chat':
      return buildChatCall(format as FormatOf<'chat'>, model, options);
    case 'embeddings':
      return buildEmbeddingsCall(format as FormatOf<'embeddings'>, model);
    case 'moderation':
      return buildModerationCall(format, model);
    case 'rerank':
      return buildRerankCall(format as FormatOf<'rerank'>, model);
  }
}

function buildChatCall(format: FormatOf<'chat'>, model: string, options: EncodeOptions): ProbeCall {
  const { egress } = UPSTREAM_FORMATS[format];
  const request: ChatRequest = {
    model,
    isStreamed: false,
    messages: [{ role: 'user', content: [{ type: 'text', text: TEXT }] }],
    maxOutputTokens: MAX_OUTPUT_TOKENS,
  };
  const { value: body } = egress.encodeRequest(request, model, options);
  return { format, body, check: (response) => egress.decodeResponse(response, options.habits) };
}

function buildEmbeddingsCall(format: FormatOf<'embeddings'>, model: string): ProbeCall {
  const codec = EMBEDDINGS_FORMATS[format];
  const request: EmbeddingsRequest = { model, inputs: [TEXT], encoding: 'float' };
  const { body } = codec.encodeRequest(request, model);
  return { format, body, check: (response) => codec.decodeResponse(response, request) };
}

function buildModerationCall(format: FormatId, model: string): ProbeCall {
  const request: ModerationRequest = { model, subjects: [[{ kind: 'text', text: TEXT }]] };
  return {
    format,
    body: { model, input: TEXT },
    check: (response) => decodeModerations(response, request),
  };
}

function buildRerankCall(format: FormatOf<'rerank'>, model: string): ProbeCall {
  const codec = RERANK_FORMATS[format];
  const request: RerankRequest = {
    model,
    query: TEXT,
    documents: [{ text: TEXT, original: TEXT }],
    returnDocuments: false,
  };
  const { body } = codec.encodeRequest(request, model);
  return { format, body, check: (response) => codec.decodeResponse(response, request) };
}
