import { type Citation, isJsonObject, type JsonValue } from '#canonical';
import { getObject } from './blocks.js';

/**
 * Decodes the citations that have a URL. The canonical format has none for positions in a document that the client
 * sent.
 */
export function decodeCitations(
  citations: JsonValue | undefined,
  textLength: number,
): { citations?: Citation[] } {
  if (!Array.isArray(citations)) return {};
  const found = citations.filter(isJsonObject).flatMap((citation): Citation[] => {
    const { url } = getObject(getObject(citation['location'])['web']);
    if (typeof url !== 'string') return [];
    const { title } = citation;
    return [{ url, ...(typeof title === 'string' ? { title } : {}), start: 0, end: textLength }];
  });
  return found.length > 0 ? { citations: found } : {};
}
