export type VideoStatus = 'queued' | 'in_progress' | 'completed' | 'failed';

/** A task as `GET /v1/video/generations/{id}` returns it. */
export interface VideoTask {
  task_id: string;
  status: VideoStatus;
  model?: string;
  progress?: number;
  created_at?: number;
  metadata?: { duration?: number; fps?: number; width?: number; height?: number };
  error?: { code: number; message: string };
}

/** A task as `GET /v1/videos` returns it, with the parameters of the request. */
export interface ListedVideo {
  id: string;
  status: VideoStatus;
  model: string;
  created_at: number;
  prompt: string | null;
  seconds: string | null;
  size: string | null;
  error: { code: string; message: string } | null;
}

export function isFinished(status: VideoStatus): boolean {
  return status === 'completed' || status === 'failed';
}

/** The error code of a cancelled task. */
export const CANCELLED = 499;

const ADVICE_BY_CODE: Readonly<Record<number, string>> = {
  400: 'Correct the value that the message names, then try again.',
  402: "The token's budget is used up: raise it, or wait until it resets.",
  403: 'A policy does not allow this request. Change the prompt.',
  404: 'The provider lost the task. Create the video again.',
  409: 'It is unknown whether the provider accepted the request, so it was not sent again. Check your account at the provider before you try again.',
  429: 'The provider is at capacity. Wait a while, then try again.',
  502: 'The provider could not create the video. Try again, or use another model.',
  503: 'No channel is available. Try another model, or ask an administrator to check the channels.',
  504: 'The task reached its deadline. Try a shorter video, or another model.',
};

/** What the user can do about a failed task. Undefined for a cancelled task. */
export function adviceForTask(code: number): string | undefined {
  if (code === CANCELLED) return undefined;
  return ADVICE_BY_CODE[code] ?? 'Try again. If it fails again, report the task ID to an administrator.';
}

/** For example "640 × 360, 3 s, 12 frames per second". Unknown values are left out. */
export function describeVideo({ width, height, duration, fps }: NonNullable<VideoTask['metadata']>): string {
  return [
    width === undefined || height === undefined ? undefined : `${width} × ${height}`,
    duration === undefined ? undefined : `${Number(duration.toFixed(2))} s`,
    fps === undefined ? undefined : `${Number(fps.toFixed(2))} frames per second`,
  ]
    .filter((part) => part !== undefined)
    .join(', ');
}
