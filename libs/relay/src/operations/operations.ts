import { embeddingsOperation } from './embeddings/embeddings-operation.js';
import { imagesOperation } from './images/images-operation.js';
import { moderationOperation } from './moderation/moderation-operation.js';
import { rerankOperation } from './rerank/rerank-operation.js';
import { type ServedOperation } from './served-operation.js';
import { speechOperation } from './speech/speech-operation.js';
import { transcriptionOperation } from './transcription/transcription-operation.js';

/** Everything but conversations that clients can ask for, in every format in which they do. */
export const OPERATIONS = {
  'openai-embeddings': embeddingsOperation('openai-embeddings'),
  'gemini-embed-content': embeddingsOperation('gemini-embed-content'),
  'gemini-batch-embed-contents': embeddingsOperation('gemini-batch-embed-contents'),
  'openai-images': imagesOperation('openai-images'),
  'openai-image-edits': imagesOperation('openai-image-edits'),
  'jina-rerank': rerankOperation('jina-rerank'),
  'cohere-rerank': rerankOperation('cohere-rerank'),
  'openai-moderations': moderationOperation,
  'openai-speech': speechOperation,
  'openai-transcriptions': transcriptionOperation('openai-transcriptions'),
  'openai-audio-translations': transcriptionOperation('openai-audio-translations'),
} as const satisfies Record<string, ServedOperation>;

export type OperationId = keyof typeof OPERATIONS;
