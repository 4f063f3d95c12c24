import { type JsonValue, type RankedDocument } from '#canonical';
import { missing, wrongType, wrongValue } from '../openai-dialect/faults.js';
import { RequestObject } from '../openai-dialect/request-object.js';

const MAX_DOCUMENTS = 10_000;
const USUAL_FIELDS = ['text'];

/** A document, or a query; one that is an image has no text that it could be compared by. */
interface Read {
  text: string;
  imagePath?: string;
}

export interface ReadDocuments {
  documents: RankedDocument[];
  /** Where the first image among them is. */
  imagePath?: string;
}

export function readDocuments(members: RequestObject): ReadDocuments {
  const list = members.list('documents');
  if (list === undefined) throw missing('documents');
  if (list.length === 0) throw wrongValue('documents', 'must not be empty');
  if (list.length > MAX_DOCUMENTS) {
    throw wrongValue('documents', `must have at most ${MAX_DOCUMENTS} elements`);
  }
  const rankFields = readRankFields(members);
  refuseMixture(list);
  const read = list.map((document, index) => readDocument(document, `documents[${index}]`, rankFields));
  return {
    documents: read.map(({ text }, index) => ({ text, original: list[index] ?? null })),
    imagePath: read.find(({ imagePath }) => imagePath !== undefined)?.imagePath,
  };
}

export function readQuery(members: RequestObject): Read {
  const query = members.value('query');
  if (query === undefined) throw missing('query');
  const read = readDocument(query, 'query', undefined);
  if (read.text === '' && read.imagePath === undefined) throw wrongValue('query', 'must not be empty');
  return read;
}

function readRankFields(members: RequestObject): readonly string[] | undefined {
  const fields = members.strings('rank_fields');
  if (fields?.length === 0) throw wrongValue('rank_fields', 'must not be empty');
  return fields;
}

function refuseMixture(list: readonly JsonValue[]): void {
  const areTexts = typeof list[0] === 'string';
  const stranger = list.findIndex((document) => (typeof document === 'string') !== areTexts);
  if (stranger === -1) return;
  throw wrongType(`documents[${stranger}]`, `${areTexts ? 'a string' : 'an object'}, as the first one is`);
}

function readDocument(value: JsonValue, path: string, rankFields: readonly string[] | undefined): Read {
  if (typeof value === 'string') return { text: value };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw wrongType(path, 'a string or an object');
  }
  const document = new RequestObject(value, path);
  if (rankFields === undefined && document.has('image') && !document.has('text')) {
    document.nonEmptyString('image');
    return { text: '', imagePath: document.getPath('image') };
  }
  const fields = rankFields ?? USUAL_FIELDS;
  return { text: fields.map((field) => document.requiredString(field)).join('\n') };
}
