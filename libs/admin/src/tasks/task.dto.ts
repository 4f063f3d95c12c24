import { nested } from '../input/field.js';
import { Line, Moment, Name, OneOf, Typed, Url, Usd, Uuid, Whole } from '../input/fields.js';
import { Count, Facts, Measure } from '../input/measures.js';
import { PeriodListQuery } from '../input/list-query.dto.js';

export const TASK_STATUSES = ['queued', 'in_progress', 'completed', 'failed', 'cancelled'] as const;
export type ShownStatus = (typeof TASK_STATUSES)[number];

const MAX_TEXT_LENGTH = { min: 0, max: 1_000_000 };
const CODES = { min: 0, max: 999 };
const MANY = { min: 0, max: 10_000 };

export class TaskListQuery extends PeriodListQuery {
  @OneOf(['created_at', '-created_at'], { optional: true })
  sort: string = '-created_at';

  @OneOf(TASK_STATUSES, { optional: true })
  status?: ShownStatus;

  @Line({ optional: true, description: 'Filter by model.' })
  model?: string;

  @Uuid({ optional: true, description: 'Filter by token id.' })
  token?: string;

  @Line({ optional: true, description: 'Filter by owner.' })
  owner?: string;
}

class TaskErrorView {
  @Whole(CODES)
  code: number;

  @Typed(MAX_TEXT_LENGTH)
  message: string;
}

export class TaskView {
  @Line({ example: 'video_4f0c…' })
  id: string;

  @OneOf(TASK_STATUSES)
  status: ShownStatus;

  @Line({ description: 'The processing phase.', example: 'polling' })
  phase: string;

  @Whole({ min: 0, max: 100 }, { description: 'Percent.' })
  progress: number;

  @Line()
  model: string;

  @Line()
  owner: string;

  @Uuid()
  token_id: string;

  @Name({ nullable: true })
  token_name: string | null;

  @Line({ nullable: true, description: 'The channel of the task.' })
  channel: string | null;

  @Line({ nullable: true })
  upstream_model: string | null;

  @Line({ nullable: true, description: 'The original task, if this is a retry.' })
  retry_of: string | null;

  @nested(() => TaskErrorView, { nullable: true })
  error: TaskErrorView | null;

  @Usd({ description: 'The amount reserved when the task was accepted.' })
  held_usd: number;

  @Usd({ nullable: true, description: 'Null until the task has finished, or if unknown.' })
  cost_usd: number | null;

  @Moment()
  created_at: string;

  @Moment({ nullable: true })
  started_at: string | null;

  @Moment({ nullable: true })
  finished_at: string | null;

  @Moment({ nullable: true })
  cancel_requested_at: string | null;
}

class VideoRequestView {
  @Typed(MAX_TEXT_LENGTH)
  prompt: string;

  @Count({ description: 'The number of input images.' })
  images: number;

  @Measure({ nullable: true })
  duration_seconds: number | null;

  @Count({ nullable: true })
  width: number | null;

  @Count({ nullable: true })
  height: number | null;

  @Line({ nullable: true, description: 'The format of the request.' })
  format: string | null;
}

class AttemptView {
  @Line()
  channel: string;

  @Line({ nullable: true })
  upstream_model: string | null;

  @Moment()
  sent_at: string;

  @Line({ nullable: true, description: 'The error, if it failed; otherwise null.' })
  undone_by: string | null;

  @Moment({ nullable: true })
  undone_at: string | null;

  @Whole(CODES, { nullable: true })
  code: number | null;
}

class TimelineEntryView {
  @Moment()
  at: string;

  @Line({ example: 'submitted' })
  kind: string;

  @Line({ nullable: true })
  from_phase: string | null;

  @Line()
  to_phase: string;

  @Facts({ nullable: true })
  detail: object | null;
}

class FileView {
  @Url({ description: 'A signed URL. It gives access to the video without authentication.' })
  url: string;

  @Moment()
  expires_at: string;

  @Count()
  size_bytes: number;

  @Measure({ nullable: true })
  duration_seconds: number | null;

  @Count({ nullable: true })
  width: number | null;

  @Count({ nullable: true })
  height: number | null;
}

export class TaskDetailView extends TaskView {
  @nested(() => VideoRequestView)
  request: VideoRequestView;

  @Line({ nullable: true, description: 'The id at the provider.' })
  upstream_id: string | null;

  @nested(() => AttemptView, { list: MANY, description: 'The submissions to providers.' })
  attempts: AttemptView[];

  @nested(() => TimelineEntryView, { list: MANY, description: 'The events of the task.' })
  timeline: TimelineEntryView[];

  @nested(() => FileView, { nullable: true, description: 'The video, while it is stored.' })
  file: FileView | null;

  @Url({ nullable: true })
  webhook_url: string | null;

  @Line({ list: MANY, description: 'Retries of this task.' })
  retried_as: string[];

  @Moment({ description: 'The deadline of the task.' })
  deadline_at: string;
}
