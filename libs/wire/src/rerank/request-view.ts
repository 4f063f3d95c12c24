import { type JsonValue } from '#canonical';
import { changeDocument, changeElements, changeMembers, isObject } from '../policies/change.js';
import { type RequestView } from '../policies/request-view.js';
import { mapData } from '../policies/texts.js';

const NO_TEXTS = new Set(['image', 'url', 'id']);

export const rerankView: RequestView = {
  inputName: 'query',
  mapTexts(body, map) {
    const mapText = (text: string): string => map(text, 'user');
    return changeDocument(body, {
      query: (query) => mapSubject(query, mapText),
      documents: (documents) => changeElements(documents, (document) => mapSubject(document, mapText)),
    });
  },
};

/** A text, or an object with texts under names of the client's own; an image is a link, or data. */
function mapSubject(subject: JsonValue, mapText: (text: string) => string): JsonValue {
  if (!isObject(subject)) return mapData(subject, mapText);
  return changeMembers(subject, (value, key) => (NO_TEXTS.has(key) ? value : mapData(value, mapText)));
}
