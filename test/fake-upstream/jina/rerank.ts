import { asList, isObject, type Fields } from '../fields.js';
import { buildRanking } from '../made-up/relevance.js';
import { checkKnownFields } from '../openai/known-fields.js';
import { parseWords } from '../scenarios/words.js';
import {
  checkList,
  checkOptionalBoolean,
  checkOptionalInteger,
  checkString,
  invalid,
} from '../value-checks.js';
import { checkText, textIn } from './texts.js';

const FLAGS = ['return_documents', 'truncation', 'return_embeddings'];
const KNOWN_FIELDS = ['model', 'query', 'documents', 'top_n', 'max_doc_length', ...FLAGS];

export function checkRerank(fields: Fields): void {
  checkKnownFields(fields, KNOWN_FIELDS);
  checkString(fields.model, ['model']);
  checkText(fields.query, ['query']);
  checkList(fields.documents, ['documents']);
  if (fields.documents.length === 0) throw invalid(['documents'], 'List should have at least 1 item');
  for (const [index, document] of fields.documents.entries()) checkText(document, ['documents', index]);
  checkOptionalInteger(fields.top_n, ['top_n'], 1);
  checkOptionalInteger(fields.max_doc_length, ['max_doc_length'], 1);
  for (const name of FLAGS) checkOptionalBoolean(fields[name], [name]);
}

export function rankingAnswer(fields: Fields): object {
  const { model, query, top_n: topN, return_documents: returnDocuments } = fields;
  const documents = asList(fields.documents);
  const texts = documents.map(textIn);
  const ranking = buildRanking(textIn(query), texts, typeof topN === 'number' ? topN : undefined);
  return {
    model,
    object: 'list',
    usage: {
      total_tokens: [textIn(query), ...texts].reduce((total, text) => total + parseWords(text).length, 0),
    },
    results: ranking.map((rank) => ({
      ...rank,
      ...(returnDocuments !== false && { document: asObject(documents[rank.index]) }),
    })),
  };
}

function asObject(document: unknown): object {
  return isObject(document) ? document : { text: document };
}
