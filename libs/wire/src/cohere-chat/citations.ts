import { type Citation } from '#canonical';
import { getRecord, getRecords, toNumber, toText } from '../openai-dialect/json-members.js';

/** A result of a tool that is longer is not looked through for its address. */
const MAX_READ_LENGTH = 16_384;

/** What the model refers to, as far as it has an address: other sources mean nothing to clients. */
export function readCitations(value: unknown): Citation[] {
  return getRecords(value).flatMap((citation) => {
    const start = toNumber(citation['start']);
    const end = toNumber(citation['end']);
    const place = { ...(start === undefined ? {} : { start }), ...(end === undefined ? {} : { end }) };
    return getRecords(citation['sources']).flatMap((source) => {
      const page = findPage(source);
      return page === undefined ? [] : [{ ...page, ...place }];
    });
  });
}

/** A source repeats the document that it is, or what the tool had said. */
function findPage(source: Record<string, unknown>): Pick<Citation, 'url' | 'title'> | undefined {
  const held = getRecord(source['document']) ?? getRecord(source['tool_output']);
  if (held === undefined) return undefined;
  return asPage(held) ?? asPage(parseObject(toText(held['output'])));
}

function asPage(held: Record<string, unknown> | undefined): Pick<Citation, 'url' | 'title'> | undefined {
  const url = toText(held?.['url']);
  const title = toText(held?.['title']);
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
