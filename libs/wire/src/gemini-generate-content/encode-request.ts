import {
  type ChatRequest,
  type JsonObject,
  type Message,
  type RequestField,
  type Translated,
  type Warning,
} from '#canonical';
import { encodeContents } from './encode-contents.js';
import { encodeGenerationConfig } from './encode-generation-config.js';
import { encodeTools } from './encode-tools.js';
import { encodeServiceTier } from './service-tier.js';
import { isOfBudgetGeneration } from './thinking.js';

export function encodeRequest(request: ChatRequest, upstreamModel: string): Translated<JsonObject> {
  const warnings = lostFields(request);
  const { system, conversation } = splitSystem(request.messages);
  const config = encodeGenerationConfig(request, upstreamModel, warnings);
  const serviceTier = request.serviceTier === undefined ? undefined : encodeServiceTier(request.serviceTier);
  const value: JsonObject = {
    contents: encodeContents(conversation, { checksSignatures: !isOfBudgetGeneration(upstreamModel) }),
    ...(system === '' ? {} : { systemInstruction: { parts: [{ text: system }] } }),
    ...encodeTools(request),
    ...(Object.keys(config).length > 0 ? { generationConfig: config } : {}),
    ...(serviceTier === undefined ? {} : { serviceTier }),
  };
  return { value, warnings };
}

/** The instructions that come before all else, and the rest. There has to be a rest: the last instruction, if need be. */
function splitSystem(messages: readonly Message[]): { system: string; conversation: readonly Message[] } {
  const firstTurn = messages.findIndex((message) => message.role !== 'system');
  const start = firstTurn === -1 ? messages.length - 1 : firstTurn;
  const system = messages
    .slice(0, start)
    .flatMap((message) => (message.role === 'system' ? message.content.map((part) => part.text) : []))
    .join('\n\n');
  return { system, conversation: messages.slice(start) };
}

function lostFields(request: ChatRequest): Warning[] {
  const lost: [field: RequestField, isLost: boolean, reason: string][] = [
    [
      'allowsParallelCalls',
      request.allowsParallelCalls === false,
      'The target may always make several calls at once.',
    ],
    ['verbosity', request.verbosity !== undefined, 'The target has no setting for how much to say.'],
    ['userId', request.userId !== undefined, 'The target takes no name of the user.'],
    ['metadata', request.metadata !== undefined, 'The target keeps no metadata.'],
    ['promptCacheKey', request.promptCacheKey !== undefined, 'The target chooses by itself what it caches.'],
    ['serviceTier', hasUnknownTier(request), 'The target has no such tier.'],
  ];
  const warnings: Warning[] = lost
    .filter(([, isLost]) => isLost)
    .map(([field, , reason]) => ({ field, reason }));
  if (hasCacheBreakpoints(request)) {
    const reason = 'The target chooses by itself what it caches.';
    warnings.push({ field: { param: 'cache_control' }, reason });
  }
  return warnings;
}

function hasUnknownTier({ serviceTier }: ChatRequest): boolean {
  return serviceTier !== undefined && serviceTier !== 'auto' && encodeServiceTier(serviceTier) === undefined;
}

function hasCacheBreakpoints({ messages, tools = [] }: ChatRequest): boolean {
  return [...tools, ...messages.flatMap(getParts)].some((one) => 'cache' in one && one.cache !== undefined);
}

function getParts(message: Message): object[] {
  return message.role === 'tool' ? message.results.flatMap((result) => result.content) : message.content;
}
