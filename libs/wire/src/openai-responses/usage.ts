import { type JsonObject, type Usage } from '#canonical';
import { reasoningBeside } from '../openai-dialect/usage.js';
import { isJsonObject } from '../validation/json-values.js';
import { isCount, readCount, readReportedCost, readTier } from '../validation/usage-counts.js';

/** What a response says beside its usage object. */
interface UsedResponse {
  serviceTier?: unknown;
  output?: unknown;
}

/** Calls of the web search tool that only look at what was found before: no search is billed for them. */
const NO_SEARCH = new Set<unknown>(['open_page', 'find_in_page', 'find']);

/** Reads a usage object; undefined where it is not one, or holds numbers that nobody can have used. */
export function readUsage(raw: unknown, { serviceTier, output }: UsedResponse = {}): Usage | undefined {
  if (!isJsonObject(raw)) return undefined;
  const inputTokens = raw['input_tokens'];
  const outputTokens = raw['output_tokens'] ?? 0;
  if (!isCount(inputTokens) || !isCount(outputTokens)) return undefined;
  const { input_tokens_details: ofInput, output_tokens_details: ofOutput } = raw;
  const reasoning = readCount('reasoningTokens', ofOutput, 'reasoning_tokens');
  return {
    inputTokens,
    outputTokens: outputTokens + reasoningBeside(raw['total_tokens'], inputTokens + outputTokens, reasoning),
    ...readCount('cachedInputTokens', ofInput, 'cached_tokens'),
    ...readCount('cacheWriteTokens', ofInput, 'cache_write_tokens'),
    ...reasoning,
    ...readCount('audioInputTokens', ofInput, 'audio_tokens'),
    ...readCount('audioOutputTokens', ofOutput, 'audio_tokens'),
    ...readToolUse(output),
    ...readTier(serviceTier),
    ...readReportedCost(raw),
    raw,
  };
}

/** Whether an answer may hold calls that are billed, so that it is worth to parse its output. */
export function mayHaveToolUse(body: Uint8Array): boolean {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  return bytes.includes('"web_search_call"') || bytes.includes('"code_interpreter_call"');
}

/** The usage object does not count what tools did; the output shows every call. */
function readToolUse(output: unknown): Pick<Usage, 'webSearches' | 'codeSessions'> {
  if (!Array.isArray(output)) return {};
  let webSearches = 0;
  let containers: Set<unknown> | undefined;
  for (const item of output as unknown[]) {
    if (!isJsonObject(item)) continue;
    if (item['type'] === 'web_search_call' && isSearch(item['action'])) webSearches += 1;
    if (item['type'] === 'code_interpreter_call') (containers ??= new Set()).add(item['container_id']);
  }
  return {
    ...(webSearches > 0 ? { webSearches } : {}),
    ...(containers === undefined ? {} : { codeSessions: containers.size }),
  };
}

function isSearch(action: unknown): boolean {
  return !isJsonObject(action) || !NO_SEARCH.has(action['type']);
}

export function encodeUsage(usage: Usage): JsonObject {
  const { inputTokens, outputTokens, cachedInputTokens, cacheWriteTokens, reasoningTokens } = usage;
  return {
    input_tokens: inputTokens,
    input_tokens_details: {
      cached_tokens: cachedInputTokens ?? 0,
      cache_write_tokens: cacheWriteTokens ?? 0,
    },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: reasoningTokens ?? 0 },
    total_tokens: inputTokens + outputTokens,
  };
}
