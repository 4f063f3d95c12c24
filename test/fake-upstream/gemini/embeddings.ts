import { asFields, asList, asText, isAbsent, type Fields } from '../fields.js';
import { getVector } from '../made-up/vectors.js';
import type { Path } from '../refused.js';
import { badField } from './bad-field.js';
import { readMessage } from './proto-json.js';

const MAX_REQUESTS = 100;

export function checkEmbedding(body: unknown, model: string): void {
  checkRequest(readMessage(body, 'EmbedContentRequest'), model, []);
}

export function buildEmbedding(body: unknown): object {
  return { embedding: toValues(readMessage(body, 'EmbedContentRequest')) };
}

export function checkEmbeddingBatch(body: unknown, model: string): void {
  const requests = asList(readMessage(body, 'BatchEmbedContentsRequest').requests);
  if (requests.length === 0 || requests.length > MAX_REQUESTS) {
    const message = `at least one and at most ${MAX_REQUESTS} requests can be in one batch`;
    throw badField(['requests'], message, 'BatchEmbedContentsRequest');
  }
  for (const [index, request] of requests.entries()) {
    const path = ['requests', index];
    if (isAbsent(asFields(request).model)) {
      throw badField([...path, 'model'], 'model is not specified', 'BatchEmbedContentsRequest');
    }
    checkRequest(asFields(request), model, path);
  }
}

export function buildEmbeddingBatch(body: unknown): object {
  const { requests } = readMessage(body, 'BatchEmbedContentsRequest');
  return { embeddings: asList(requests).map((request) => toValues(asFields(request))) };
}

function checkRequest(request: Fields, model: string, path: Path): void {
  const name = path.length > 0 ? 'BatchEmbedContentsRequest' : 'EmbedContentRequest';
  if (!isAbsent(request.model) && request.model !== `models/${model}`) {
    throw badField([...path, 'model'], 'must be the model of the URL', name);
  }
  if (textIn(request) === '') throw badField([...path, 'content'], 'contents is not specified', name);
  const { outputDimensionality: dimensions, title, taskType } = request;
  if (typeof dimensions === 'number' && dimensions < 1) {
    throw badField([...path, 'outputDimensionality'], 'must be at least 1', name);
  }
  if (!isAbsent(title) && taskType !== 'RETRIEVAL_DOCUMENT') {
    throw badField([...path, 'title'], 'only applies to the task RETRIEVAL_DOCUMENT', name);
  }
}

function toValues(request: Fields): object {
  const { outputDimensionality: dimensions } = request;
  return { values: [...getVector(textIn(request), typeof dimensions === 'number' ? dimensions : undefined)] };
}

function textIn({ content }: Fields): string {
  return asList(asFields(content).parts)
    .map((part) => asText(asFields(part).text ?? ''))
    .join('');
}
