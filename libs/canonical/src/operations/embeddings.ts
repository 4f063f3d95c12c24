import { type Usage } from '../usage.js';
import { type Asked } from './asked.js';

/** What the vectors are for; services that know it make better ones. */
export type EmbeddingPurpose =
  | 'search-query'
  | 'search-document'
  | 'classification'
  | 'clustering'
  | 'similarity'
  | 'code-query'
  | 'question'
  | 'fact';

export interface EmbeddingsRequest extends Asked {
  /** Texts, or texts that the client has cut into tokens itself. */
  inputs: readonly string[] | readonly (readonly number[])[];
  dimensions?: number;
  encoding: 'float' | 'base64';
  purpose?: EmbeddingPurpose;
  /** Of a document that is to be searched for. */
  title?: string;
  user?: string;
}

export type Vector = Float32Array | readonly number[];

export interface EmbeddingsAnswer {
  /** In the order of the inputs. */
  vectors: readonly Vector[];
  usage?: Usage;
}
