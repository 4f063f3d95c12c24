import { type Citation } from '#canonical';
import { getRecord, getRecords, toNumber, toText } from '../openai-dialect/json-members.js';

/** In characters. A longer tool result is not searched for a URL. */
const MAX_READ_LENGTH = 16_384;

/** Decodes the citations that have a URL. Other sources are of no use to clients. */
export function readCitations(value: unknown): Citation[] {
  return getRecords(value).flatMap((citation) => {
    const start = toNumber(citation['start']);
    const end = toNumber(citation['end']);
    const position = { ...(start === undefined ? {} : { start }), ...(end === undefined ? {} : { end }) };
    return getRecords(citation['sources']).flatMap((source) => {
      const page = findPage(source);
      return page === undefined ? [] : [{ ...page, ...position }];
    });
  });
}

/** A source contains the cited document or the output of the cited tool. */
function findPage(source: Record<string, unknown>): Pick<Citation, 'url' | 'title'> | undefined {
  const content = getRecord(source['document']) ?? getRecord(source['tool_output']);
  if (content === undefined) return undefined;
  return toPage(content) ?? toPage(parseObject(toText(content['output'])));
}

function toPage(content: Record<string, unknown> | undefined): Pick<Citation, 'url' | 'title'> | undefined {
  const url = toText(content?.['url']);
  const title = toText(content?.['title']);
  return url === '' ? undefined : { url, ...(title === '' ? {} : { title }) };
}

function parseObject(text: string): Record<string, unknown> | undefined {
  if (!text.startsWith('{') || text.length > MAX_READ_LENGTH) return undefined;
  try {
    return getRecord(JSON.parse(text));
  } catch {
    return undefined;
  }
}
