import { type Citation, type JsonObject } from '#canonical';
import { numberOf, recordOf, recordsOf, textOf } from '../openai-dialect/json-reading.js';

export function readCitations(annotations: unknown): Citation[] {
  return recordsOf(annotations).flatMap((annotation) => {
    const cited = recordOf(annotation['url_citation']);
    if (cited === undefined) return [];
    const title = textOf(cited['title']);
    const start = numberOf(cited['start_index']);
    const end = numberOf(cited['end_index']);
    return [
      {
        url: textOf(cited['url']),
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
