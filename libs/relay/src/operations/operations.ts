import { type PlainOperation, type RequestFormatOf, mapFormats } from '#wire';
import { embeddingsOperation } from './embeddings/embeddings-operation.js';
import { imagesOperation } from './images/images-operation.js';
import { moderationOperation } from './moderation/moderation-operation.js';
import { rerankOperation } from './rerank/rerank-operation.js';
import { type OperationDefinition } from './operation-definition.js';
import { speechOperation } from './speech/speech-operation.js';
import { transcriptionOperation } from './transcription/transcription-operation.js';

export type OperationId = RequestFormatOf<PlainOperation>;

/** Each defines its operation in one format of clients. */
const DEFINITIONS: {
  readonly [One in PlainOperation]: (format: RequestFormatOf<One>) => OperationDefinition;
} = {
  embeddings: embeddingsOperation,
  images: imagesOperation,
  rerank: rerankOperation,
  moderation: () => moderationOperation,
  speech: () => speechOperation,
  transcription: transcriptionOperation,
};

const definitions: Readonly<Record<string, ((format: never) => OperationDefinition) | undefined>> =
  DEFINITIONS;

/** All operations except conversations, by the format of the client. */
export const OPERATIONS = mapFormats(({ operation }, format) =>
  definitions[operation]?.(format as never),
) as Readonly<Record<OperationId, OperationDefinition>>;
