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
import { addCachePoints, cachesByItself } from './cache-points.js';
import { encodeConversation } from './encode-conversation.js';
import { type ReasoningPlan, planReasoning } from './encode-reasoning.js';
import { encodeInferenceConfig, encodeTopK } from './encode-sampling.js';
import { encodeToolUse } from './encode-tools.js';
import { findLosses } from './find-losses.js';
import { type ModelFamily, findFamily } from './model-family.js';
import { encodeMetadata } from './request-metadata.js';
import { encodeAskedTier } from './service-tier.js';

const JSON_WORDS =
  'Answer with a single valid JSON object and nothing else: no explanation and no code fence.';
const IDLE_WORDS = 'No tool can be called now: answer in words.';

/** The model and whether to stream stand in the address. */
export function encodeRequest(
  request: ChatRequest,
  upstreamModel: string,
  { cachesPrompt = false, rule }: EncodeOptions = {},
): Translated<JsonObject> {
  refuseLostMeaning(request);
  const family = findFamily(upstreamModel);
  const warnings = findLosses(request, family, cachesPrompt && cachesByItself(family));
  const { system, turns } = encodeConversation(request.messages, family, warnings);
  const { tools, toolChoice, isIdle } = encodeToolUse(request, family, warnings);
  system.push(...giveInstructions(request, { family, isIdle, warnings }));
  const canRest = rule?.reasoning?.isAlwaysOn !== true;
  const plan = planReasoning(request, { family, turns, canRest, warnings });
  const prompt = cachesPrompt ? addCachePoints({ tools, system, turns }, family) : { tools, system, turns };
  const { serviceTier } = request;
  const tier = serviceTier === undefined ? undefined : encodeAskedTier(serviceTier);
  const value = definedMembers({
    system: prompt.system.length > 0 ? prompt.system : undefined,
    messages: prompt.turns.map(({ role, content }) => ({ role, content })),
    inferenceConfig: orNothing(encodeInferenceConfig(request, plan, { family, warnings })),
    toolConfig: prompt.tools.length > 0 ? definedMembers({ tools: prompt.tools, toolChoice }) : undefined,
    outputConfig: orNothing(encodeOutputConfig(request, plan, family)),
    additionalModelRequestFields: orNothing({
      ...plan.fields,
      ...encodeTopK(request, plan, { family, warnings }),
    }),
    additionalModelResponseFieldPaths: askForStopSequence(request, family),
    requestMetadata: encodeMetadata(request, warnings),
    serviceTier: tier === undefined ? undefined : { type: tier },
  });
  return { value, warnings };
}

function refuseLostMeaning({ choiceCount = 1, logprobs, webSearch }: ChatRequest): void {
  if (choiceCount > 1) throw refuse('choiceCount', 'This model gives one answer at a time.');
  if (logprobs !== undefined) throw refuse('logprobs', 'This model does not report log probabilities.');
  if (webSearch?.isRequired) throw refuse('webSearch', 'This model cannot search the web.');
}

function refuse(param: RequestField, message: string): GatewayError {
  return new GatewayError('unsupported-parameter', message, { param });
}

/** What this format has no member for is said in words. */
function giveInstructions(
  { outputFormat, toolChoice }: ChatRequest,
  { family, isIdle, warnings }: { family: ModelFamily; isIdle: boolean; warnings: Warning[] },
): Block[] {
  const words: string[] = [];
  if (isIdle) words.push(IDLE_WORDS);
  if (isIdle && toolChoice?.type === 'none') {
    const reason = 'This model can only be told in words not to call a tool.';
    warnings.push({ field: 'toolChoice', reason });
  }
  if (outputFormat?.type === 'json') words.push(JSON_WORDS);
  if (outputFormat?.type === 'json-schema' && family.schemas === 'by-words') {
    words.push(`${JSON_WORDS} It follows this JSON schema: ${JSON.stringify(outputFormat.schema)}`);
    warnings.push({ field: 'outputFormat', reason: 'This model is held to the schema by words alone.' });
  }
  return words.map((text) => ({ text }));
}

/** The schema is text here. */
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

/** Which sequence ended the answer is told only where it is asked for, by a path into what the model itself says. */
function askForStopSequence(
  { stopSequences = [], isStreamed }: ChatRequest,
  { reasoning }: ModelFamily,
): string[] | undefined {
  if (stopSequences.length === 0 || reasoning !== 'thinking') return undefined;
  return [isStreamed ? '/delta/stop_sequence' : '/stop_sequence'];
}

function orNothing(members: JsonObject): JsonObject | undefined {
  return Object.keys(members).length > 0 ? members : undefined;
}
