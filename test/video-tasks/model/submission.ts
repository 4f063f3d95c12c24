import { type Token } from '#access';
import { type VideoTask } from '#video-tasks';

/** Who orders what: equal submissions of two owners are what is mixed up most easily. */
export interface NewSubmission {
  prompt: number;
  token: number;
}

/** What a client was shown. */
export type Seen = Pick<VideoTask, 'status' | 'version' | 'progress'>;

/** A submission as whoever placed it knows it. */
export interface Submission {
  id: string;
  key: string;
  prompt: string;
  token: Token;
  seen: Seen[];
  isDeleted: boolean;
}

/** A task as nobody but the gateway knows it. */
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
