import {
  type ChatRequest,
  GatewayError,
  type JsonObject,
  type RequestField,
  type Translated,
  type Warning,
} from '#canonical';
import { type EncodeOptions } from '../chat-codec.js';
import { definedMembers } from '../validation/json-values.js';
import { type Block } from './blocks.js';
import { addCachePoints, canAddCachePoints } from './cache-points.js';
import { encodeConversation } from './encode-conversation.js';
import { type ReasoningPlan, planReasoning } from './encode-reasoning.js';
import { encodeInferenceConfig, encodeTopK } from './encode-sampling.js';
import { encodeToolUse } from './encode-tools.js';
import { findLostFields } from './find-lost-fields.js';
import { type ModelFamily, findFamily } from './model-family.js';
import { encodeMetadata } from './request-metadata.js';
import { encodeRequestedTier } from './service-tier.js';

const JSON_INSTRUCTION =
  'Answer with a single valid JSON object and nothing else: no explanation and no code fence.';
const NO_CALLS_INSTRUCTION = 'No tool can be called now: answer in words.';

/** The model and the choice to stream are in the URL. */
export function encodeRequest(
  request: ChatRequest,
  upstreamModel: string,
  { cachesPrompt = false, rule }: EncodeOptions = {},
): Translated<JsonObject> {
  refuseUnsupported(request);
  const family = findFamily(upstreamModel);
  const warnings = findLostFields(request, family, cachesPrompt && canAddCachePoints(family));
  const { system, turns } = encodeConversation(request.messages, family, warnings);
  const { tools, toolChoice, forbidsCalls } = encodeToolUse(request, family, warnings);
  system.push(...encodeInstructions(request, { family, forbidsCalls, warnings }));
  const canDisableReasoning = rule?.reasoning?.isAlwaysOn !== true;
  const plan = planReasoning(request, { family, turns, canDisableReasoning, warnings });
  const prompt = cachesPrompt ? addCachePoints({ tools, system, turns }, family) : { tools, system, turns };
  const { serviceTier } = request;
  const tier = serviceTier === undefined ? undefined : encodeRequestedTier(serviceTier);
  const value = definedMembers({
    system: prompt.system.length > 0 ? prompt.system : undefined,
    messages: prompt.turns.map(({ role, content }) => ({ role, content })),
    inferenceConfig: omitEmpty(encodeInferenceConfig(request, plan, { family, warnings })),
    toolConfig: prompt.tools.length > 0 ? definedMembers({ tools: prompt.tools, toolChoice }) : undefined,
    outputConfig: omitEmpty(encodeOutputConfig(request, plan, family)),
    additionalModelRequestFields: omitEmpty({
      ...plan.fields,
      ...encodeTopK(request, plan, { family, warnings }),
    }),
    additionalModelResponseFieldPaths: requestStopSequence(request, family),
    requestMetadata: encodeMetadata(request, warnings),
    serviceTier: tier === undefined ? undefined : { type: tier },
  });
  return { value, warnings };
}

function refuseUnsupported({ choiceCount = 1, logprobs, webSearch }: ChatRequest): void {
  if (choiceCount > 1)
    throw unsupportedParameter('choiceCount', 'This model supports only one choice per request.');
  if (logprobs !== undefined)
    throw unsupportedParameter('logprobs', 'This model does not report log probabilities.');
  if (webSearch?.isRequired)
    throw unsupportedParameter('webSearch', 'This model does not support web search.');
}

function unsupportedParameter(param: RequestField, message: string): GatewayError {
  return new GatewayError('unsupported-parameter', message, { param });
}

/** Instructions for what this format has no member for. */
function encodeInstructions(
  { outputFormat, toolChoice }: ChatRequest,
  { family, forbidsCalls, warnings }: { family: ModelFamily; forbidsCalls: boolean; warnings: Warning[] },
): Block[] {
  const instructions: string[] = [];
  if (forbidsCalls) instructions.push(NO_CALLS_INSTRUCTION);
  if (forbidsCalls && toolChoice?.type === 'none') {
    const reason = 'tool calls of this model can only be disabled by an instruction';
    warnings.push({ field: 'toolChoice', reason });
  }
  if (outputFormat?.type === 'json') instructions.push(JSON_INSTRUCTION);
  if (outputFormat?.type === 'json-schema' && family.schemas === 'by-instruction') {
    instructions.push(
      `${JSON_INSTRUCTION} It follows this JSON schema: ${JSON.stringify(outputFormat.schema)}`,
    );
    warnings.push({
      field: 'outputFormat',
      reason: 'the schema is sent to this model as an instruction and is not enforced',
    });
  }
  return instructions.map((text) => ({ text }));
}

/** This format takes the schema as a string. */
function encodeOutputConfig(
  { outputFormat }: ChatRequest,
  { effort }: ReasoningPlan,
  { schemas }: ModelFamily,
): JsonObject {
  const isNative = outputFormat?.type === 'json-schema' && schemas === 'by-service';
  const textFormat = isNative
    ? {
        type: 'json_schema',
        structure: {
          jsonSchema: definedMembers({
            schema: JSON.stringify(outputFormat.schema),
            name: outputFormat.name,
            description: outputFormat.description,
          }),
        },
      }
    : undefined;
  return definedMembers({ textFormat, effort });
}

/** The service reports the stop sequence only on request, by a JSON pointer into the model's own response. */
function requestStopSequence(
  { stopSequences = [], isStreamed }: ChatRequest,
  { reasoning }: ModelFamily,
): string[] | undefined {
  if (stopSequences.length === 0 || reasoning !== 'thinking') return undefined;
  return [isStreamed ? '/delta/stop_sequence' : '/stop_sequence'];
}

function omitEmpty(members: JsonObject): JsonObject | undefined {
  return Object.keys(members).length > 0 ? members : undefined;
}
