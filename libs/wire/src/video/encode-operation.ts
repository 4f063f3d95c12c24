import { type JsonObject } from '#canonical';
import { type ShownTask } from './encode-task.js';

/** The codes of gRPC, by those that tasks fail with. */
const RPC_CODES: Readonly<Record<number, { code: number; status: string }>> = {
  400: { code: 3, status: 'INVALID_ARGUMENT' },
  402: { code: 8, status: 'RESOURCE_EXHAUSTED' },
  403: { code: 7, status: 'PERMISSION_DENIED' },
  404: { code: 5, status: 'NOT_FOUND' },
  409: { code: 2, status: 'UNKNOWN' },
  429: { code: 8, status: 'RESOURCE_EXHAUSTED' },
  499: { code: 1, status: 'CANCELLED' },
  502: { code: 14, status: 'UNAVAILABLE' },
  503: { code: 14, status: 'UNAVAILABLE' },
  504: { code: 4, status: 'DEADLINE_EXCEEDED' },
};

const INTERNAL = { code: 13, status: 'INTERNAL' };

type NamedTask = Pick<ShownTask, 'id' | 'model'>;

/** A video where Gemini's clients fetch it. */
export interface VideoFile {
  uri: string;
  mediaType: string;
}

/** The answer to `models/{model}:predictLongRunning`, by whose name the video is asked after. */
export function encodeStartedOperation({ id, model }: NamedTask): JsonObject {
  return { name: `models/${encodeURIComponent(model)}/operations/${id}` };
}

/** A task as an operation. While it is at work nothing is said of being done. */
export function encodeOperation(task: ShownTask, file: VideoFile | undefined): JsonObject {
  const { status, progress, error } = task;
  const started = encodeStartedOperation(task);
  const metadata = { progressPercent: progress };
  if (status === 'failed') {
    const failure = RPC_CODES[error?.code ?? 0] ?? INTERNAL;
    const message = error?.message ?? 'The video was not made.';
    return { ...started, metadata, done: true, error: { ...failure, message } };
  }
  if (status !== 'completed') return { ...started, metadata };
  const videos = file === undefined ? [] : [{ video: { uri: file.uri, encoding: file.mediaType } }];
  return {
    ...started,
    metadata,
    done: true,
    response: {
      '@type': 'type.googleapis.com/google.ai.generativelanguage.v1beta.PredictLongRunningResponse',
      generateVideoResponse: { generatedSamples: videos },
    },
  };
}
