import { type Usage } from '../usage.js';
import { type OperationRequestBase } from './operation-request.js';

/** What the vectors are used for. Some services make better vectors if they have it. */
export type EmbeddingPurpose =
  | 'search-query'
  | 'search-document'
  | 'classification'
  | 'clustering'
  | 'similarity'
  | 'code-query'
  | 'question'
  | 'fact';

export interface EmbeddingsRequest extends OperationRequestBase {
  /** Texts, or texts that the client has already split into tokens. */
  inputs: readonly string[] | readonly (readonly number[])[];
  dimensions?: number;
  encoding: 'float' | 'base64';
  purpose?: EmbeddingPurpose;
  /** The title of a document, for the purpose `search-document`. */
  title?: string;
  user?: string;
}

export type Vector = Float32Array | readonly number[];

export interface EmbeddingsResult {
  /** In the order of the inputs. */
  vectors: readonly Vector[];
  usage?: Usage;
}
