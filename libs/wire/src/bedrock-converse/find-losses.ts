import { type ChatRequest, type Message, type RequestField, type Warning } from '#canonical';
import { type ModelFamily } from './model-family.js';
import { encodeAskedTier } from './service-tier.js';

/** What of a request has no place here, whatever else it asks for. */
export function findLosses(request: ChatRequest, family: ModelFamily, setsCachePoints: boolean): Warning[] {
  const { presencePenalty = 0, frequencyPenalty = 0, serviceTier = 'auto' } = request;
  const lost: [isLost: boolean, field: RequestField, reason: string][] = [
    [presencePenalty !== 0, 'presencePenalty', 'This model has no penalties.'],
    [frequencyPenalty !== 0, 'frequencyPenalty', 'This model has no penalties.'],
    [request.seed !== undefined, 'seed', 'This model cannot be seeded.'],
    [request.verbosity !== undefined, 'verbosity', 'The verbosity of this model cannot be set.'],
    [request.userId !== undefined, 'userId', 'This model service takes no name of the user.'],
    [request.webSearch !== undefined, 'webSearch', 'This model cannot search the web.'],
    [
      request.promptCacheKey !== undefined && !setsCachePoints,
      'promptCacheKey',
      'This model does not cache by key.',
    ],
    [
      serviceTier !== 'auto' && encodeAskedTier(serviceTier) === undefined,
      'serviceTier',
      'This model service has no such tier.',
    ],
  ];
  const warnings: Warning[] = lost
    .filter(([isLost]) => isLost)
    .map(([, field, reason]) => ({ field, reason }));
  if (family.caching === 'nowhere' && hasBreakpoints(request)) {
    warnings.push({ field: { param: 'cache_control' }, reason: 'This model caches no prompts.' });
  }
  return warnings;
}

function hasBreakpoints({ messages, tools = [] }: ChatRequest): boolean {
  return [...tools, ...messages.flatMap(listParts)].some((one) => 'cache' in one && one.cache !== undefined);
}

function listParts(message: Message): object[] {
  return message.role === 'tool' ? message.results.flatMap(({ content }) => content) : message.content;
}
