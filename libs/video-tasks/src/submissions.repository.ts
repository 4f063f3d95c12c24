import { type EntityManager } from 'typeorm';
import { type VideoTask } from './task.js';

/** What makes a submission one that came to nothing. */
type Undone = 'not-delivered' | 'refused' | 'proven-not-created' | 'ask-by-key';

/** A submission for a video, as it was sent to an upstream. */
export interface Submission {
  channel: string;
  /** Undefined in tasks from before these were kept. */
  channelId?: string;
  upstreamModel?: string;
  sentAt: Date;
  /** Why another one was sent, or could have been; undefined where the end of the task is that of the submission. */
  undone?: { by: Undone; at: Date; code?: number };
}

type SubmissionEvent = { at: Date } & (
  | { kind: 'submitting'; detail: Pick<Submission, 'channel' | 'channelId' | 'upstreamModel'> }
  | { kind: Undone; detail: { code?: number } | null }
);

/** All submissions of a task, the oldest first. */
export async function findSubmissions(
  manager: EntityManager,
  { id }: Pick<VideoTask, 'id'>,
): Promise<Submission[]> {
  const events = await manager.query<SubmissionEvent[]>(
    `SELECT kind, at, detail FROM video_task_events
     WHERE task_id = $1
       AND kind IN ('submitting', 'not-delivered', 'refused', 'proven-not-created', 'ask-by-key')
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
      last.undone = { by: kind, at, code: detail?.code };
    }
  }
  return submissions;
}
