import {
  type EmbeddingPurpose,
  type EmbeddingsAnswer,
  type EmbeddingsRequest,
  type JsonObject,
} from '#canonical';
import { missing, wrongValue } from '../validation/faults.js';
import { ProtoObject } from '../gemini-generate-content/proto-object.js';
import { getRecord, getRecords } from '../openai-dialect/json-members.js';
import { badAnswer } from '../operations/answer-errors.js';
import { type ClientOperation, type UpstreamOperation } from '../operations/operation-format.js';
import { readVector, textInputs } from './vectors.js';
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

/** What Google's service takes in one batch. */
const MAX_REQUESTS = 100;
const MAX_PARTS = 10_000;

const FIELD_NAMES = {
  inputs: 'content',
  dimensions: 'outputDimensionality',
  purpose: 'taskType',
  title: 'title',
} as const;

type Client = ClientOperation<EmbeddingsRequest, EmbeddingsAnswer>;
type Upstream = UpstreamOperation<EmbeddingsRequest, EmbeddingsAnswer>;

/** `embedContent`: one text. */
export const geminiEmbedContentClient: Client = {
  decodeRequest: (body, { model = '' }) => withModel(model, [new ProtoObject(body)]),
  encodeResponse: ({ vectors }) => ({ embedding: { values: [...(vectors[0] ?? [])] } }),
  fieldNames: FIELD_NAMES,
  retarget: (body, upstreamModel) => renamed(body, upstreamModel),
};

/** `batchEmbedContents`: many texts, each with settings of its own. */
export const geminiBatchEmbedContentsClient: Client = {
  decodeRequest(body, { model = '' }) {
    const requests = new ProtoObject(body).objects('requests', MAX_REQUESTS);
    if (requests === undefined) throw missing('requests');
    if (requests.length === 0) throw wrongValue('requests', 'must not be empty');
    return withModel(model, requests);
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
  encodeRequest(asked, upstreamModel) {
    const [request = {}] = encodeRequests(asked, upstreamModel);
    return { body: request, lost: lostUser(asked) };
  },
  decodeResponse: (body) => ({ vectors: [readVector(getRecord(body['embedding'])?.['values'])] }),
};

export const geminiBatchEmbedContents: Upstream = {
  encodeRequest: (asked, upstreamModel) => ({
    body: { requests: encodeRequests(asked, upstreamModel) },
    lost: lostUser(asked),
  }),
  decodeResponse(body, { inputs }) {
    const vectors = getRecords(body['embeddings']).map(({ values }) => readVector(values));
    if (vectors.length !== inputs.length) throw badAnswer();
    return { vectors };
  },
};

function withModel(model: string, requests: readonly ProtoObject[]): EmbeddingsRequest {
  const [first] = requests;
  const stranger = requests.findIndex((request) => getSettings(request) !== getSettings(first));
  const purpose = PURPOSES[first?.word('taskType') ?? ''];
  const dimensions = first?.integer('outputDimensionality', { min: 1 });
  const title = first?.string('title');
  const contents = requests.map(readContent);
  const foreign = contents.find(({ text }) => text === undefined);
  return {
    model,
    inputs: contents.map(({ text = '' }) => text),
    encoding: 'float',
    ...(purpose === undefined ? {} : { purpose }),
    ...(dimensions === undefined ? {} : { dimensions }),
    ...(title === undefined ? {} : { title }),
    ...(stranger === -1
      ? {}
      : {
          onlyNative: {
            param: `requests[${stranger}]`,
            reason: 'all texts of a batch need the same settings',
          },
        }),
    ...(foreign === undefined
      ? {}
      : { onlyNative: { param: foreign.path, reason: 'only texts can be embedded by this model' } }),
  };
}

function getSettings(request: ProtoObject | undefined): string {
  return JSON.stringify([
    request?.value('taskType'),
    request?.value('outputDimensionality'),
    request?.value('title'),
  ]);
}

/** The text of a content; undefined where it is more than text. */
function readContent(request: ProtoObject): { text?: string; path: string } {
  const content = request.object('content');
  if (content === undefined) throw missing(request.getPath('content'));
  const path = content.getPath('parts');
  const parts = content.objects('parts', MAX_PARTS) ?? [];
  if (parts.length === 0) throw missing(path);
  const texts = parts.map((part) => part.string('text'));
  return texts.includes(undefined) ? { path } : { path, text: texts.join('\n') };
}

function encodeRequests(asked: EmbeddingsRequest, upstreamModel: string): JsonObject[] {
  const { dimensions, purpose, title } = asked;
  return textInputs(asked).map((text) =>
    definedMembers({
      model: `models/${upstreamModel}`,
      content: { parts: [{ text }] },
      taskType: purpose === undefined ? undefined : TASK_TYPES.get(purpose),
      title,
      outputDimensionality: dimensions,
    }),
  );
}

function renamed(body: JsonObject, upstreamModel: string): JsonObject {
  return 'model' in body ? { ...body, model: `models/${upstreamModel}` } : body;
}

function lostUser({ user }: EmbeddingsRequest): { field: 'user'; reason: string }[] {
  return user === undefined ? [] : [{ field: 'user', reason: 'the upstream takes no name of a user' }];
}
