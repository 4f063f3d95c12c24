import { type ChatRequest, type JsonObject, type JsonValue, type Warning, type WebSearch } from '#canonical';
import { checkString, definedMembers } from '../validation/json-values.js';
import { type RequestObject } from '../validation/request-object.js';
import { decodeSearchLocation } from '../validation/search-location.js';

type EncodedTools = Record<string, JsonValue | undefined>;

const TYPE = 'web_search';
const VERSION = /^web_search(?:_preview)?(?:_\d{4}_\d{2}_\d{2})?$/;

/** Any version of the web search tool that the model service runs itself. */
export function isWebSearch(kind: string): boolean {
  return VERSION.test(kind);
}

/** Decodes the web search tool. No other service has `search_context_size`. */
export function decodeWebSearch(tool: RequestObject, warnings: Warning[]): WebSearch {
  const filters = tool.object('filters');
  if (tool.has('search_context_size')) {
    const reason = 'only providers with native support for this format have it';
    warnings.push({ field: { param: tool.getPath('search_context_size') }, reason });
  }
  return definedMembers({
    allowedDomains: filters?.each('allowed_domains', checkString),
    blockedDomains: filters?.each('blocked_domains', checkString),
    location: decodeSearchLocation(tool),
  });
}

/** Adds the web search tool if the request has web search. */
export function addWebSearch(
  { webSearch }: ChatRequest,
  encoded: EncodedTools,
  warnings: Warning[],
): EncodedTools {
  if (webSearch === undefined) return encoded;
  if (webSearch.maxUses !== undefined || webSearch.blockedDomains !== undefined) {
    const reason = 'the number of searches and blocked domains cannot be set';
    warnings.push({ field: 'webSearch', reason });
  }
  const { tools } = encoded;
  return {
    ...encoded,
    tools: [...(Array.isArray(tools) ? tools : []), encodeWebSearch(webSearch)],
    ...(webSearch.isRequired ? { tool_choice: { type: TYPE } } : {}),
  };
}

function encodeWebSearch({ allowedDomains, location }: WebSearch): JsonObject {
  return definedMembers({
    type: TYPE,
    filters: allowedDomains && { allowed_domains: allowedDomains },
    user_location: location && { type: 'approximate', ...definedMembers(location) },
  });
}
