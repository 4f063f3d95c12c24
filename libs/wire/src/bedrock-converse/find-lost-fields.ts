import { type ChatRequest, type Message, type RequestField, type Warning } from '#canonical';
import { type ModelFamily } from './model-family.js';
import { encodeRequestedTier } from './service-tier.js';

/** Warnings for the fields that no model of this format accepts, and for breakpoints if the model has no cache. */
export function findLostFields(
  request: ChatRequest,
  family: ModelFamily,
  setsCachePoints: boolean,
): Warning[] {
  const { presencePenalty = 0, frequencyPenalty = 0, serviceTier = 'auto' } = request;
  const lost: [isLost: boolean, field: RequestField, reason: string][] = [
    [presencePenalty !== 0, 'presencePenalty', 'this model does not support penalties'],
    [frequencyPenalty !== 0, 'frequencyPenalty', 'this model does not support penalties'],
    [request.seed !== undefined, 'seed', 'this model does not support a seed'],
    [request.verbosity !== undefined, 'verbosity', 'this model does not support verbosity'],
    [request.userId !== undefined, 'userId', 'the provider does not accept a user identifier'],
    [request.webSearch !== undefined, 'webSearch', 'this model does not support web search'],
    [
      request.promptCacheKey !== undefined && !setsCachePoints,
      'promptCacheKey',
      'this model does not support cache keys',
    ],
    [
      serviceTier !== 'auto' && encodeRequestedTier(serviceTier) === undefined,
      'serviceTier',
      'the provider does not have this service tier',
    ],
  ];
  const warnings: Warning[] = lost
    .filter(([isLost]) => isLost)
    .map(([, field, reason]) => ({ field, reason }));
  if (family.caching === 'nowhere' && hasBreakpoints(request)) {
    warnings.push({
      field: { param: 'cache_control' },
      reason: 'this model does not support prompt caching',
    });
  }
  return warnings;
}

function hasBreakpoints({ messages, tools = [] }: ChatRequest): boolean {
  return [...tools, ...messages.flatMap(listParts)].some((one) => 'cache' in one && one.cache !== undefined);
}

function listParts(message: Message): object[] {
  return message.role === 'tool' ? message.results.flatMap(({ content }) => content) : message.content;
}
