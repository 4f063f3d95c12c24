import { type Token } from '#access';
import { type VideoTask } from '#video-tasks';

/** The owner and the request: equal submissions of two owners are mixed up most easily. */
export interface NewSubmission {
  prompt: number;
  token: number;
}

/** The state that a client received. */
export type ObservedState = Pick<VideoTask, 'status' | 'version' | 'progress'>;

/** A submission as its client knows it. */
export interface Submission {
  id: string;
  key: string;
  prompt: string;
  token: Token;
  seen: ObservedState[];
  isDeleted: boolean;
}

/** A task as only the gateway knows it. */
export interface TaskState {
  phase: VideoTask['phase'];
  status: VideoTask['status'];
  isCancelled: boolean;
  isOverdue: boolean;
  isLeased: boolean;
  mayHaveArrived: boolean;
  attempts: number;
  errorCode: number | null;
}
