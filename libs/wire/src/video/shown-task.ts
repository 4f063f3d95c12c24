import { type VideoFacts, type VideoRequest } from '#canonical';

/** What clients are told of a task. */
export interface ShownTask {
  id: string;
  model: string;
  status: 'queued' | 'in_progress' | 'completed' | 'failed';
  progress: number;
  request: VideoFacts & Pick<VideoRequest, 'prompt'>;
  /** The video, when there is one. */
  result?: VideoFacts & { extension: string };
  /** Why there is none. */
  error?: { code: number; message: string };
  createdAt: Date;
  updatedAt: Date;
  finishedAt?: Date;
}

/** Where the video is, while it is kept. */
export interface VideoLink {
  url: string;
  expiresAtSeconds: number;
}

export function getSeconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}

/** A task as it was when it was taken on: whoever asks for it again under the same key gets the same answer. */
export function asAccepted({ id, model, request, createdAt }: ShownTask): ShownTask {
  return { id, model, status: 'queued', progress: 0, request, createdAt, updatedAt: createdAt };
}
