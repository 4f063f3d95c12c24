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

  @Line({ optional: true, description: 'Only tasks of this model.' })
  model?: string;

  @Uuid({ optional: true, description: 'Only tasks of the token with this id.' })
  token?: string;

  @Line({ optional: true, description: 'Only tasks of this owner.' })
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

  @Line({ description: 'What is being done about it.', example: 'polling' })
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

  @Line({ nullable: true, description: 'Where it is made, or was.' })
  channel: string | null;

  @Line({ nullable: true })
  upstream_model: string | null;

  @Line({ nullable: true, description: 'The task whose request it repeats.' })
  retry_of: string | null;

  @nested(() => TaskErrorView, { nullable: true })
  error: TaskErrorView | null;

  @Usd({ description: 'Set aside when it was accepted.' })
  held_usd: number;

  @Usd({ nullable: true, description: 'Null until it has ended, and where nobody knows.' })
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

  @Count({ description: 'How many images came with it.' })
  images: number;

  @Measure({ nullable: true })
  duration_seconds: number | null;

  @Count({ nullable: true })
  width: number | null;

  @Count({ nullable: true })
  height: number | null;

  @Line({ nullable: true, description: 'The way in which it was asked for.' })
  format: string | null;
}

class AttemptView {
  @Line()
  channel: string;

  @Line({ nullable: true })
  upstream_model: string | null;

  @Moment()
  sent_at: string;

  @Line({ nullable: true, description: 'Why it came to nothing; null where it did not.' })
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
  @Url({ description: 'Whoever has it can read the video.' })
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

  @Line({ nullable: true, description: 'What the upstream calls it.' })
  upstream_id: string | null;

  @nested(() => AttemptView, { list: MANY, description: 'Submissions that were sent to upstreams.' })
  attempts: AttemptView[];

  @nested(() => TimelineEntryView, { list: MANY, description: 'Everything that happened to it.' })
  timeline: TimelineEntryView[];

  @nested(() => FileView, { nullable: true, description: 'The video, for as long as it is kept.' })
  file: FileView | null;

  @Url({ nullable: true })
  webhook_url: string | null;

  @Line({ list: MANY, description: 'Tasks that repeat its request.' })
  retried_as: string[];

  @Moment({ description: 'When it fails, if nothing else happens.' })
  deadline_at: string;
}
