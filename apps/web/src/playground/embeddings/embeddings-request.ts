import { type ApiRequest } from '../call/api-request.js';

export interface EmbeddingsOptions {
  model: string;
  texts: string[];
  /** As many as the model makes by itself, where not given. */
  dimensions?: number;
}

export interface EmbeddingsAnswer {
  data: { index: number; embedding: number[] }[];
  usage?: { total_tokens?: number };
}

export function embeddingsRequest({ model, texts, dimensions }: EmbeddingsOptions): ApiRequest {
  return {
    method: 'POST',
    path: '/v1/embeddings',
    json: { model, input: texts, encoding_format: 'float', dimensions },
  };
}
