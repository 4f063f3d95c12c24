import { type EntityManager } from 'typeorm';
import { type TaskFailure, type VideoTask } from './task.js';

/** Why a submission had no effect. */
type UndoneKind = 'not-delivered' | 'refused' | 'proven-not-created' | 'ask-by-key';

/** A submission of a task to an upstream. */
export interface Submission {
  channel: string;
  /** Undefined in tasks from before this was stored. */
  channelId?: string;
  upstreamModel?: string;
  sentAt: Date;
  /** Why the submission had no effect; undefined if the end of the task is that of the submission. */
  undone?: { by: UndoneKind; at: Date } & FailureDetail;
  /** Why it is unknown whether it arrived. */
  doubt?: Pick<FailureDetail, 'reason' | 'outcome' | 'status'>;
}

/** The detail of a failure in its event. */
type FailureDetail = Partial<Pick<TaskFailure, 'code' | 'outcome' | 'status' | 'error'>> & {
  reason?: string;
};

type SubmissionEvent = { at: Date } & (
  | { kind: 'submitting'; detail: Pick<Submission, 'channel' | 'channelId' | 'upstreamModel'> }
  | { kind: 'submit-unknown'; detail: Submission['doubt'] | null }
  | { kind: UndoneKind; detail: FailureDetail | null }
);

/** All submissions of a task, the oldest first. */
export async function findSubmissions(
  manager: EntityManager,
  { id }: Pick<VideoTask, 'id'>,
): Promise<Submission[]> {
  const events = await manager.query<SubmissionEvent[]>(
    `SELECT kind, at, detail FROM video_task_events
     WHERE task_id = $1
       AND kind IN ('submitting', 'submit-unknown', 'not-delivered', 'refused', 'proven-not-created', 'ask-by-key')
     ORDER BY id`,
    [id],
  );
  const submissions: Submission[] = [];
  for (const { kind, at, detail } of events) {
    const last = submissions.at(-1);
    if (kind === 'submitting') {
      const { channel, channelId, upstreamModel } = detail;
      submissions.push({ channel, channelId, upstreamModel, sentAt: at });
    } else if (last !== undefined) {
      if (kind === 'submit-unknown') last.doubt = detail ?? undefined;
      else last.undone = { by: kind, at, ...detail };
    }
  }
  return submissions;
}
