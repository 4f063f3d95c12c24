import { type ChatRequest, type JsonObject, type RequestField } from '#canonical';
import { type KnownModel } from '#models';
import { WIRE_FORMATS, type WireFormatId } from '#wire';

type Facts = Pick<KnownModel, 'limits' | 'parameters' | 'reasoning'>;

/** What a service would refuse of this request, if its model were exactly what the catalogue says that it is. */
export function listRefusals(facts: Facts, format: WireFormatId, body: JsonObject): string[] {
  const { value: asked } = WIRE_FORMATS[format].ingress.decodeRequest(body, { model: 'm', isStreamed: false });
  return [
    ...listRefused(facts, asked).map((field) => `takes no ${field}`),
    ...listUnknownMembers(facts, format, body).map((member) => `has no member ${member}`),
    ...checkReasoning(facts, format, asked),
    ...checkLimit(facts, asked),
  ];
}

/** The fields of a request that the model does not take with it. */
export function listRefused(facts: Facts, asked: ChatRequest): RequestField[] {
  const { refused = [], refusedWhileReasoning = [], exclusive } = facts.parameters ?? {};
  const { effort, budgetTokens = 0 } = asked.reasoning ?? {};
  const isReasoning = effort === undefined ? budgetTokens > 0 || facts.reasoning?.isOffByDefault !== true : effort !== 'none';
  const fields: RequestField[] = [
    ...refused,
    ...(refused.includes('tools') ? (['toolChoice', 'allowsParallelCalls'] as const) : []),
    ...(isReasoning ? refusedWhileReasoning : []),
    ...(exclusive?.every((field) => asked[field] !== undefined) === true ? [exclusive[1]] : []),
  ];
  return [...new Set(fields)].filter((field) => isAskedFor(asked, field));
}

/** JSON without a schema is something that models do which know no schema. */
function isAskedFor(asked: ChatRequest, field: RequestField): boolean {
  if (field === 'outputFormat') return asked.outputFormat?.type === 'json-schema';
  return asked[field] !== undefined;
}

function listUnknownMembers({ parameters }: Facts, format: WireFormatId, body: JsonObject): string[] {
  if (format !== 'openai-chat') return [];
  const limits = ['max_tokens', 'max_completion_tokens'];
  const { outputLimit, renamed = {} } = parameters ?? {};
  const unknown = outputLimit === undefined ? [] : limits.filter((name) => name !== outputLimit);
  return [...unknown, ...Object.keys(renamed)].filter((name) => name in body);
}

function checkReasoning({ reasoning }: Facts, format: WireFormatId, { reasoning: asked }: ChatRequest): string[] {
  if (asked === undefined || reasoning === undefined) return [];
  const { efforts = [], budget, canBeTurnedOff } = reasoning;
  const { effort, budgetTokens } = asked;
  const isInWords = format === 'openai-chat' || format === 'openai-responses';
  if (effort === 'none' && !isInWords) return canBeTurnedOff === false ? ['cannot be told not to reason'] : [];
  const knowsWords = efforts.some((one) => one !== 'none');
  return [
    ...(effort !== undefined && knowsWords && !efforts.includes(effort) ? [`knows no effort ${effort}`] : []),
    ...(budgetTokens !== undefined && knowsWords && budget === undefined ? ['knows no budgets'] : []),
    ...(budgetTokens !== undefined && budgetTokens < (budget?.min ?? 0) ? ['reasons with more'] : []),
    ...(budgetTokens !== undefined && budgetTokens > (budget?.max ?? Infinity) ? ['reasons with less'] : []),
  ];
}

function checkLimit({ limits }: Facts, { maxOutputTokens = 0 }: ChatRequest): string[] {
  return maxOutputTokens > (limits?.output ?? Infinity) ? ['answers with less'] : [];
}
