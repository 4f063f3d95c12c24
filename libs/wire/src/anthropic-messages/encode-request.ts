import {
  type ChatRequest,
  GatewayError,
  type JsonObject,
  type RequestField,
  type Translated,
  type Warning,
} from '#canonical';
import { type Block } from './block.js';
import { definedJson } from './defined.js';
import { encodeConversation } from './encode-conversation.js';
import { encodeSampling } from './encode-sampling.js';
import { type ThinkingPlan, planThinking } from './encode-thinking.js';
import { encodeToolUse } from './encode-tools.js';
import { encodeAskedTier } from './service-tier.js';

const JSON_INSTRUCTION: Block = {
  type: 'text',
  text: 'Answer with a single valid JSON object and nothing else: no explanation and no code fence.',
};

export function encodeRequest(request: ChatRequest, upstreamModel: string): Translated<JsonObject> {
  refuseLostMeaning(request);
  const warnings = findLosses(request);
  const { system, turns } = encodeConversation(request.messages, warnings);
  if (request.outputFormat?.type === 'json') system.push(JSON_INSTRUCTION);
  const plan = planThinking(request, turns, warnings);
  const value = definedJson({
    model: upstreamModel,
    max_tokens: plan.maxTokens,
    system: system.length > 0 ? system : undefined,
    messages: turns.map(({ role, content }) => ({ role, content })),
    stream: request.isStreamed ? true : undefined,
    ...encodeToolUse(request),
    thinking: plan.thinking,
    output_config: encodeOutputConfig(request, plan),
    ...encodeSampling(request, plan.isOn, warnings),
    metadata: request.userId === undefined ? undefined : { user_id: request.userId },
    service_tier: request.serviceTier === undefined ? undefined : encodeAskedTier(request.serviceTier),
  });
  return { value, warnings };
}

function refuseLostMeaning({ choiceCount = 1, logprobs }: ChatRequest): void {
  if (choiceCount > 1) throw refusal('choiceCount', 'This model gives one answer at a time.');
  if (logprobs !== undefined) throw refusal('logprobs', 'This model does not report log probabilities.');
}

function refusal(param: RequestField, message: string): GatewayError {
  return new GatewayError('unsupported-parameter', message, { param });
}

function findLosses(request: ChatRequest): Warning[] {
  const { presencePenalty = 0, frequencyPenalty = 0, serviceTier } = request;
  const lost: [isLost: boolean, field: RequestField, reason: string][] = [
    [presencePenalty !== 0, 'presencePenalty', 'This model has no penalties.'],
    [frequencyPenalty !== 0, 'frequencyPenalty', 'This model has no penalties.'],
    [request.seed !== undefined, 'seed', 'This model cannot be seeded.'],
    [request.verbosity !== undefined, 'verbosity', 'The verbosity of this model cannot be set.'],
    [request.metadata !== undefined, 'metadata', 'This model service keeps no metadata.'],
    [request.promptCacheKey !== undefined, 'promptCacheKey', 'This model caches at breakpoints, not by key.'],
    [
      serviceTier !== undefined && encodeAskedTier(serviceTier) === undefined,
      'serviceTier',
      'This model service has no such tier.',
    ],
  ];
  return lost.filter(([isLost]) => isLost).map(([, field, reason]) => ({ field, reason }));
}

function encodeOutputConfig({ outputFormat }: ChatRequest, { effort }: ThinkingPlan): JsonObject | undefined {
  const format =
    outputFormat?.type === 'json-schema' ? { type: 'json_schema', schema: outputFormat.schema } : undefined;
  if (effort === undefined && format === undefined) return undefined;
  return definedJson({ effort, format });
}
