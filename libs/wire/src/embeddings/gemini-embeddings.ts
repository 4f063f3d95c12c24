import {
  type EmbeddingPurpose,
  type EmbeddingsResult,
  type EmbeddingsRequest,
  type JsonObject,
} from '#canonical';
import { missing, wrongValue } from '../validation/faults.js';
import { ProtoObject } from '../gemini-generate-content/proto-object.js';
import { getRecord, getRecords } from '../openai-dialect/json-members.js';
import { badResponse } from '../operations/response-errors.js';
import { type ClientOperation, type UpstreamOperation } from '../operations/operation-format.js';
import { readVector, getTextInputs } from './vectors.js';
import { definedMembers } from '../validation/json-values.js';

const PURPOSES: Record<string, EmbeddingPurpose> = {
  RETRIEVAL_QUERY: 'search-query',
  RETRIEVAL_DOCUMENT: 'search-document',
  SEMANTIC_SIMILARITY: 'similarity',
  CLASSIFICATION: 'classification',
  CLUSTERING: 'clustering',
  QUESTION_ANSWERING: 'question',
  FACT_VERIFICATION: 'fact',
  CODE_RETRIEVAL_QUERY: 'code-query',
};
export const TASK_TYPES = new Map(Object.entries(PURPOSES).map(([taskType, purpose]) => [purpose, taskType]));

/** The limit of Google's service for one batch. */
const MAX_REQUESTS = 100;
const MAX_PARTS = 10_000;

const FIELD_NAMES = {
  inputs: 'content',
  dimensions: 'outputDimensionality',
  purpose: 'taskType',
  title: 'title',
} as const;

type Client = ClientOperation<EmbeddingsRequest, EmbeddingsResult>;
type Upstream = UpstreamOperation<EmbeddingsRequest, EmbeddingsResult>;

/** `embedContent`: one text. */
export const geminiEmbedContentClient: Client = {
  decodeRequest: (body, { model = '' }) => buildRequest(model, [new ProtoObject(body)]),
  encodeResponse: ({ vectors }) => ({ embedding: { values: [...(vectors[0] ?? [])] } }),
  fieldNames: FIELD_NAMES,
  retarget: (body, upstreamModel) => replaceModel(body, upstreamModel),
};

/** `batchEmbedContents`: many texts, each with its own settings. */
export const geminiBatchEmbedContentsClient: Client = {
  decodeRequest(body, { model = '' }) {
    const requests = new ProtoObject(body).objects('requests', MAX_REQUESTS);
    if (requests === undefined) throw missing('requests');
    if (requests.length === 0) throw wrongValue('requests', 'must not be empty');
    return buildRequest(model, requests);
  },
  encodeResponse: ({ vectors }) => ({ embeddings: vectors.map((vector) => ({ values: [...vector] })) }),
  fieldNames: FIELD_NAMES,
  retarget: (body, upstreamModel) => ({
    ...body,
    requests: getRecords(body['requests']).map((request) => ({
      ...(request as JsonObject),
      model: `models/${upstreamModel}`,
    })),
  }),
};

export const geminiEmbedContent: Upstream = {
  encodeRequest(request, upstreamModel) {
    const [body = {}] = encodeRequests(request, upstreamModel);
    return { body, lost: listLost(request) };
  },
  decodeResponse: (body) => ({ vectors: [readVector(getRecord(body['embedding'])?.['values'])] }),
};

export const geminiBatchEmbedContents: Upstream = {
  encodeRequest: (request, upstreamModel) => ({
    body: { requests: encodeRequests(request, upstreamModel) },
    lost: listLost(request),
  }),
  decodeResponse(body, { inputs }) {
    const vectors = getRecords(body['embeddings']).map(({ values }) => readVector(values));
    if (vectors.length !== inputs.length) throw badResponse();
    return { vectors };
  },
};

function buildRequest(model: string, requests: readonly ProtoObject[]): EmbeddingsRequest {
  const [first] = requests;
  const differentIndex = requests.findIndex((request) => getSettings(request) !== getSettings(first));
  const purpose = PURPOSES[first?.enumName('taskType') ?? ''];
  const dimensions = first?.integer('outputDimensionality', { min: 1 });
  const title = first?.string('title');
  const contents = requests.map(readContent);
  const nonText = contents.find(({ text }) => text === undefined);
  return {
    model,
    inputs: contents.map(({ text = '' }) => text),
    encoding: 'float',
    ...(purpose === undefined ? {} : { purpose }),
    ...(dimensions === undefined ? {} : { dimensions }),
    ...(title === undefined ? {} : { title }),
    ...(differentIndex === -1
      ? {}
      : {
          onlyNative: {
            param: `requests[${differentIndex}]`,
            reason: 'all texts of a batch must have the same settings',
          },
        }),
    ...(nonText === undefined
      ? {}
      : { onlyNative: { param: nonText.path, reason: 'only texts can be embedded by this model' } }),
  };
}

function getSettings(request: ProtoObject | undefined): string {
  return JSON.stringify([
    request?.value('taskType'),
    request?.value('outputDimensionality'),
    request?.value('title'),
  ]);
}

/** The text of a content; undefined if a part is not text. */
function readContent(request: ProtoObject): { text?: string; path: string } {
  const content = request.object('content');
  if (content === undefined) throw missing(request.getPath('content'));
  const path = content.getPath('parts');
  const parts = content.objects('parts', MAX_PARTS) ?? [];
  if (parts.length === 0) throw missing(path);
  const texts = parts.map((part) => part.string('text'));
  return texts.includes(undefined) ? { path } : { path, text: texts.join('\n') };
}

function encodeRequests(request: EmbeddingsRequest, upstreamModel: string): JsonObject[] {
  const { dimensions, purpose, title } = request;
  return getTextInputs(request).map((text) =>
    definedMembers({
      model: `models/${upstreamModel}`,
      content: { parts: [{ text }] },
      taskType: purpose === undefined ? undefined : TASK_TYPES.get(purpose),
      title,
      outputDimensionality: dimensions,
    }),
  );
}

function replaceModel(body: JsonObject, upstreamModel: string): JsonObject {
  return 'model' in body ? { ...body, model: `models/${upstreamModel}` } : body;
}

function listLost({ user }: EmbeddingsRequest): { field: 'user'; reason: string }[] {
  return user === undefined
    ? []
    : [{ field: 'user', reason: 'the provider does not accept a user identifier' }];
}
