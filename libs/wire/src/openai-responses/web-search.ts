import { type ChatRequest, type JsonObject, type JsonValue, type Warning, type WebSearch } from '#canonical';
import { definedMembers } from '../validation/json-values.js';

type EncodedTools = Record<string, JsonValue | undefined>;

const TYPE = 'web_search';

/** The tools with the search of the web among them, where it was asked for. */
export function addWebSearch(
  { webSearch }: ChatRequest,
  encoded: EncodedTools,
  warnings: Warning[],
): EncodedTools {
  if (webSearch === undefined) return encoded;
  if (webSearch.maxUses !== undefined || webSearch.blockedDomains !== undefined) {
    const reason = 'the search cannot be limited to so many uses, or kept from some domains';
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
