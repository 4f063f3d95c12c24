import { isJsonObject, type JsonObject, type Usage } from '#canonical';
import { getSeparateReasoning } from '../openai-dialect/usage.js';
import { isCount, readCount, readReportedCost, readTier } from '../validation/usage-counts.js';

/** The members of a response that are needed beside its usage object. */
interface ResponseFields {
  serviceTier?: unknown;
  output?: unknown;
}

/** Actions of the web search tool that only open earlier results and are not billed as searches. */
const NO_SEARCH = new Set<unknown>(['open_page', 'find_in_page', 'find']);

/** Reads a usage object; undefined if it is not one, or has impossible numbers. */
export function readUsage(raw: unknown, { serviceTier, output }: ResponseFields = {}): Usage | undefined {
  if (!isJsonObject(raw)) return undefined;
  const inputTokens = raw['input_tokens'];
  const outputTokens = raw['output_tokens'] ?? 0;
  if (!isCount(inputTokens) || !isCount(outputTokens)) return undefined;
  const { input_tokens_details: inputDetails, output_tokens_details: outputDetails } = raw;
  const reasoning = readCount('reasoningTokens', outputDetails, 'reasoning_tokens');
  return {
    inputTokens,
    outputTokens:
      outputTokens + getSeparateReasoning(raw['total_tokens'], inputTokens + outputTokens, reasoning),
    ...readCount('cachedInputTokens', inputDetails, 'cached_tokens'),
    ...readCount('cacheWriteTokens', inputDetails, 'cache_write_tokens'),
    ...reasoning,
    ...readCount('audioInputTokens', inputDetails, 'audio_tokens'),
    ...readCount('audioOutputTokens', outputDetails, 'audio_tokens'),
    ...readToolUse(output),
    ...readTier(serviceTier),
    ...readReportedCost(raw),
    raw,
  };
}

/** The response may have tool calls that are billed, so its output must be parsed. */
export function mayHaveToolUse(body: Uint8Array): boolean {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  return bytes.includes('"web_search_call"') || bytes.includes('"code_interpreter_call"');
}

/** The usage object does not count tool calls, so they are counted in the output. */
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
