import { type JsonObject } from '#canonical';
import { type VideoTaskView } from './encode-task.js';

/** The gRPC codes by the error codes of tasks. */
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

type NamedTask = Pick<VideoTaskView, 'id' | 'model'>;

/** The video's URL for Gemini's clients. */
export interface VideoFile {
  uri: string;
  mediaType: string;
}

/** The response to `models/{model}:predictLongRunning`. Its name is used to poll the operation. */
export function encodeStartedOperation({ id, model }: NamedTask): JsonObject {
  return { name: `models/${encodeURIComponent(model)}/operations/${id}` };
}

/** Encodes a task as an operation. `done` is omitted until it ends. */
export function encodeOperation(task: VideoTaskView, file: VideoFile | undefined): JsonObject {
  const { status, progress, error } = task;
  const started = encodeStartedOperation(task);
  const metadata = { progressPercent: progress };
  if (status === 'failed') {
    const failure = RPC_CODES[error?.code ?? 0] ?? INTERNAL;
    const message = error?.message ?? 'The video could not be created.';
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
