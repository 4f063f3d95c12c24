import { type Citation, isJsonObject, type JsonObject, type JsonValue } from '#canonical';

/**
 * Decodes the citations that have a URL. The canonical format has none for positions in a document that the client
 * sent.
 */
export function decodeCitations(citations: unknown, textLength: number): { citations?: Citation[] } {
  if (!Array.isArray(citations)) return {};
  const found = citations.flatMap((citation) => decodeCitation(citation, textLength));
  return found.length > 0 ? { citations: found } : {};
}

/** In this format a citation applies to its whole block. */
function decodeCitation(citation: unknown, textLength: number): Citation[] {
  if (!isJsonObject(citation)) return [];
  const url = citation['type'] === 'search_result_location' ? citation['source'] : citation['url'];
  if (typeof url !== 'string') return [];
  const title = citation['title'];
  return [{ url, ...(typeof title === 'string' ? { title } : {}), start: 0, end: textLength }];
}

export function encodeCitation({ url, title, start = 0, end }: Citation, text: string): JsonObject {
  return {
    type: 'web_search_result_location',
    url,
    title: title ?? null,
    encrypted_index: '',
    cited_text: text.slice(start, end),
  };
}

export function encodeCitations(
  citations: Citation[] | undefined,
  text: string,
): { citations?: JsonValue[] } {
  if (citations === undefined || citations.length === 0) return {};
  return { citations: citations.map((citation) => encodeCitation(citation, text)) };
}
