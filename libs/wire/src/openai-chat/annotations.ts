import { type Citation, type JsonObject } from '#canonical';
import { toNumber, getRecord, getRecords, toText } from '../openai-dialect/json-members.js';

export function readCitations(annotations: unknown): Citation[] {
  return getRecords(annotations).flatMap((annotation) => {
    const cited = getRecord(annotation['url_citation']);
    if (cited === undefined) return [];
    const title = toText(cited['title']);
    const start = toNumber(cited['start_index']);
    const end = toNumber(cited['end_index']);
    return [
      {
        url: toText(cited['url']),
        ...(title === '' ? {} : { title }),
        ...(start === undefined ? {} : { start }),
        ...(end === undefined ? {} : { end }),
      },
    ];
  });
}

/** `offset` is where the cited text begins in the whole message. */
export function encodeCitation({ url, title = '', start, end }: Citation, offset: number): JsonObject {
  return {
    type: 'url_citation',
    url_citation: {
      url,
      title,
      ...(start === undefined ? {} : { start_index: start + offset }),
      ...(end === undefined ? {} : { end_index: end + offset }),
    },
  };
}
