import { type JsonObject, type WebSearch } from '#canonical';
import { checkString, definedMembers } from '../validation/json-values.js';
import { type RequestObject } from '../validation/request-object.js';
import { decodeSearchLocation } from '../validation/search-location.js';

/** The oldest version of the tool, which all models with web search support. */
const TYPE = 'web_search_20250305';

export const WEB_SEARCH_NAME = 'web_search';

export function decodeWebSearch(tool: RequestObject): WebSearch {
  return definedMembers({
    maxUses: tool.safeInteger('max_uses', { min: 1 }),
    allowedDomains: tool.each('allowed_domains', checkString),
    blockedDomains: tool.each('blocked_domains', checkString),
    location: decodeSearchLocation(tool),
  });
}

export function encodeWebSearch({
  maxUses,
  allowedDomains,
  blockedDomains,
  location,
}: WebSearch): JsonObject {
  return definedMembers({
    type: TYPE,
    name: WEB_SEARCH_NAME,
    max_uses: maxUses,
    allowed_domains: allowedDomains,
    blocked_domains: blockedDomains,
    user_location: location && { type: 'approximate', ...definedMembers(location) },
  });
}
