import { type KeptRequest, type SentOrder, type StoredRequest, type VideoTask } from '#video-tasks';

/** As the driver gives it. */
export type StoredTaskRow = Omit<TaskRow, 'request'> & StoredRequest;

/** What is shown of a row of `video_tasks`; its account, which is sealed, is not even read. */
export interface TaskRow {
  id: string;
  owner: string;
  token_id: string;
  token_name: string | null;
  model: string;
  request: KeptRequest;
  status: VideoTask['status'];
  phase: string;
  progress: number;
  channel_name: string | null;
  upstream_model: string | null;
  upstream_id: string | null;
  held_micro_usd: string;
  cost_micro_usd: string | null;
  webhook_url: string | null;
  result: VideoTask['result'] | null;
  error_code: number | null;
  error_message: string | null;
  deadline_at: Date;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  cancel_requested_at: Date | null;
}

export interface TaskEventRow {
  at: Date;
  kind: string;
  from_phase: string | null;
  to_phase: string;
  detail: object | null;
}

/** What is known of a task beside its row. */
export interface TaskHistory {
  orders: SentOrder[];
  events: TaskEventRow[];
  retries: string[];
}
