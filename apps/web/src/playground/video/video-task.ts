export type VideoStatus = 'queued' | 'in_progress' | 'completed' | 'failed';

/** A task as the gateway tells it. */
export interface VideoTask {
  task_id: string;
  status: VideoStatus;
  model?: string;
  progress?: number;
  created_at?: number;
  metadata?: { duration?: number; fps?: number; width?: number; height?: number };
  error?: { code: number; message: string };
}

/** The same in the list, which also says what was asked for. */
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

/** The code of a task that somebody did not want any more. */
export const CANCELLED = 499;

const ADVICE: Readonly<Record<number, string>> = {
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

/** What to do about a task that failed. Undefined where that was what one wanted: it was cancelled. */
export function adviceForTask(code: number): string | undefined {
  if (code === CANCELLED) return undefined;
  return ADVICE[code] ?? 'Try again. If it fails again, report the task ID to an administrator.';
}

/** "640 × 360, 3 s, 12 frames per second", as far as it is known. */
export function describeVideo({ width, height, duration, fps }: NonNullable<VideoTask['metadata']>): string {
  return [
    width === undefined || height === undefined ? undefined : `${width} × ${height}`,
    duration === undefined ? undefined : `${Number(duration.toFixed(2))} s`,
    fps === undefined ? undefined : `${Number(fps.toFixed(2))} frames per second`,
  ]
    .filter((part) => part !== undefined)
    .join(', ');
}
