import {
  type ChatRequest,
  type EmbeddingsRequest,
  type JsonObject,
  type ModerationRequest,
  type RerankRequest,
} from '#canonical';
import { type Target } from '#catalog';
import { type Provider } from '#providers';
import { spokenFormats } from '#upstream';
import {
  decodeModerations,
  EMBEDDINGS_FORMATS,
  type FormatId,
  type FormatOf,
  type ModelRule,
  type Operation,
  RERANK_FORMATS,
  UPSTREAM_FORMATS,
} from '#wire';

/** The smallest request of its kind, and how its answer is recognised. */
export interface ProbeCall {
  format: FormatId;
  body: JsonObject;
  /** Throws a GatewayError where this is no answer. */
  check: (answer: JsonObject) => void;
}

type ProbedOperation = Extract<Operation, 'chat' | 'embeddings' | 'moderation' | 'rerank'>;

const TEXT = 'Hi';
/** Some services take no smaller limit. */
const MAX_OUTPUT_TOKENS = 16;

/** What a model may be limited to, for it to be asked in such a way; the usual ways first. */
const CAPABILITIES: Record<ProbedOperation, readonly string[]> = {
  chat: ['chat', 'completions', 'responses'],
  embeddings: ['embeddings'],
  moderation: ['moderation'],
  rerank: ['rerank'],
};

interface Knowledge {
  capabilities: readonly string[] | undefined;
  findRule: (target: Target, format: FormatOf<'chat'>) => ModelRule | undefined;
}

/** The cheap ways to ask a target for something, best first; none where whatever it does costs more than that. */
export function probeCallsFor(
  target: Target,
  provider: Provider,
  { capabilities, findRule }: Knowledge,
): ProbeCall[] {
  const operations = (Object.keys(CAPABILITIES) as ProbedOperation[]).filter(
    (operation) => capabilities?.some((one) => CAPABILITIES[operation].includes(one)) ?? true,
  );
  return operations.flatMap((operation) => {
    const format = spokenFormats(operation, target, provider).find((one) => one !== 'chat-judge');
    if (format === undefined) return [];
    const rule = operation === 'chat' ? findRule(target, format as FormatOf<'chat'>) : undefined;
    return [probeCall(operation, format, { model: target.upstreamModel, rule })];
  });
}

function probeCall(
  operation: ProbedOperation,
  format: FormatId,
  { model, rule }: { model: string; rule: ModelRule | undefined },
): ProbeCall {
  switch (operation) {
    case 'chat':
      return chatCall(format as FormatOf<'chat'>, model, rule);
    case 'embeddings':
      return embeddingsCall(format as FormatOf<'embeddings'>, model);
    case 'moderation':
      return moderationCall(format, model);
    case 'rerank':
      return rerankCall(format as FormatOf<'rerank'>, model);
  }
}

function chatCall(format: FormatOf<'chat'>, model: string, rule: ModelRule | undefined): ProbeCall {
  const { egress } = UPSTREAM_FORMATS[format];
  const request: ChatRequest = {
    model,
    isStreamed: false,
    messages: [{ role: 'user', content: [{ type: 'text', text: TEXT }] }],
    maxOutputTokens: MAX_OUTPUT_TOKENS,
  };
  const { value: body } = egress.encodeRequest(request, model, { rule });
  return { format, body, check: (answer) => egress.decodeResponse(answer) };
}

function embeddingsCall(format: FormatOf<'embeddings'>, model: string): ProbeCall {
  const codec = EMBEDDINGS_FORMATS[format];
  const request: EmbeddingsRequest = { model, inputs: [TEXT], encoding: 'float' };
  const { body } = codec.encodeRequest(request, model);
  return { format, body, check: (answer) => codec.decodeResponse(answer, request) };
}

function moderationCall(format: FormatId, model: string): ProbeCall {
  const request: ModerationRequest = { model, subjects: [[{ kind: 'text', text: TEXT }]] };
  return {
    format,
    body: { model, input: TEXT },
    check: (answer) => decodeModerations(answer, request),
  };
}

function rerankCall(format: FormatOf<'rerank'>, model: string): ProbeCall {
  const codec = RERANK_FORMATS[format];
  const request: RerankRequest = {
    model,
    query: TEXT,
    documents: [{ text: TEXT, original: TEXT }],
    returnDocuments: false,
  };
  const { body } = codec.encodeRequest(request, model);
  return { format, body, check: (answer) => codec.decodeResponse(answer, request) };
}
