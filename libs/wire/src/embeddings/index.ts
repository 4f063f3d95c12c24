import { type EmbeddingsResult, type EmbeddingsRequest } from '#canonical';
import { type FormatOf } from '../format-ids.js';
import { type ClientOperation, type UpstreamOperation } from '../operations/operation-format.js';
import { type RequestFormatOf } from '../request-formats.js';
import { bedrockCohereEmbeddings, bedrockTitanEmbeddings } from './bedrock-embeddings.js';
import { cohereEmbeddings } from './cohere-embeddings.js';
import {
  geminiBatchEmbedContents,
  geminiBatchEmbedContentsClient,
  geminiEmbedContent,
  geminiEmbedContentClient,
} from './gemini-embeddings.js';
import { jinaEmbeddings } from './jina-embeddings.js';
import { openAiEmbeddings, openAiEmbeddingsClient } from './openai-embeddings.js';
import { vertexEmbeddings } from './vertex-embeddings.js';

export { readForwardedEmbeddings } from './forwarded-embeddings.js';
export { isEncodedAs } from './openai-embeddings.js';

/** The formats of requests to upstreams. */
export const EMBEDDINGS_FORMATS = {
  'openai-embeddings': openAiEmbeddings,
  'gemini-embed-content': geminiEmbedContent,
  'gemini-batch-embed-contents': geminiBatchEmbedContents,
  'cohere-embeddings': cohereEmbeddings,
  'jina-embeddings': jinaEmbeddings,
  'vertex-embeddings': vertexEmbeddings,
  'bedrock-titan-embeddings': bedrockTitanEmbeddings,
  'bedrock-cohere-embeddings': bedrockCohereEmbeddings,
} as const satisfies Record<FormatOf<'embeddings'>, UpstreamOperation<EmbeddingsRequest, EmbeddingsResult>>;

/** The formats of requests from clients. */
export const EMBEDDINGS_CLIENTS = {
  'openai-embeddings': openAiEmbeddingsClient,
  'gemini-embed-content': geminiEmbedContentClient,
  'gemini-batch-embed-contents': geminiBatchEmbedContentsClient,
} as const satisfies Record<
  RequestFormatOf<'embeddings'>,
  ClientOperation<EmbeddingsRequest, EmbeddingsResult>
>;
