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
  400: 'Change what the message names and ask again.',
  402: "The token's budget is used up: raise it, or wait until it resets.",
  403: 'A policy forbids it. Ask for something else.',
  404: 'The service has lost the task. Ask again.',
  409: 'It is not known whether the provider accepted the request, so it was not sent twice. Check there before you try again.',
  429: 'The service is busy. Wait a while and ask again.',
  502: 'The service could not make it. Ask again, or try another model.',
  503: 'No channel could take it. Try another model, or ask an administrator to look at the channels.',
  504: 'It took longer than it may. Ask for a shorter one, or try another model.',
};

/** What to do about a task that failed. Undefined where that was what one wanted: it was cancelled. */
export function adviceForTask(code: number): string | undefined {
  if (code === CANCELLED) return undefined;
  return ADVICE[code] ?? 'Ask again. If it stays, give the id of the task to an administrator.';
}

/** "640 × 360, 3 s, 12 frames a second", as far as it is known. */
export function describeVideo({ width, height, duration, fps }: NonNullable<VideoTask['metadata']>): string {
  return [
    width === undefined || height === undefined ? undefined : `${width} × ${height}`,
    duration === undefined ? undefined : `${Number(duration.toFixed(2))} s`,
    fps === undefined ? undefined : `${Number(fps.toFixed(2))} frames a second`,
  ]
    .filter((part) => part !== undefined)
    .join(', ');
}
