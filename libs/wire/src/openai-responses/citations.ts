import { type Citation, type JsonObject, type JsonValue } from '#canonical';
import { objectsIn } from './json-object.js';
import { definedMembers } from '../validation/json-values.js';

export function encodeCitation({ url, title, start, end }: Citation): JsonObject {
  return { type: 'url_citation', url, title: title ?? '', start_index: start ?? 0, end_index: end ?? 0 };
}

/** Citations of files mean nothing outside the service that keeps the files. */
export function decodeCitations(annotations: JsonValue | undefined): Citation[] {
  return objectsIn(annotations).flatMap(({ type, url, title, start_index: start, end_index: end }) => {
    if (type !== 'url_citation' || typeof url !== 'string') return [];
    return definedMembers({
      url,
      title: typeof title === 'string' && title !== '' ? title : undefined,
      start: typeof start === 'number' ? start : undefined,
      end: typeof end === 'number' ? end : undefined,
    });
  });
}
