import { type Citation, type JsonObject, type JsonValue } from '#canonical';
import { getObjects } from './json-object.js';
import { definedMembers } from '../validation/json-values.js';

export function encodeCitation({ url, title, start, end }: Citation): JsonObject {
  return { type: 'url_citation', url, title: title ?? '', start_index: start ?? 0, end_index: end ?? 0 };
}

/** Citations of files are left out, because only the service that stores the files can resolve them. */
export function decodeCitations(annotations: JsonValue | undefined): Citation[] {
  return getObjects(annotations).flatMap(({ type, url, title, start_index: start, end_index: end }) => {
    if (type !== 'url_citation' || typeof url !== 'string') return [];
    return definedMembers({
      url,
      title: typeof title === 'string' && title !== '' ? title : undefined,
      start: typeof start === 'number' ? start : undefined,
      end: typeof end === 'number' ? end : undefined,
    });
  });
}
