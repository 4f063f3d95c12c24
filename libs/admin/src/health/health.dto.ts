import { nested } from '../input/field.js';
import { Flag, Line, Moment, OneOf, Typed } from '../input/fields.js';
import { Count, Measure } from '../input/measures.js';

export const HEALTH_STATUSES = ['ok', 'degraded', 'down'] as const;
export type HealthStatus = (typeof HEALTH_STATUSES)[number];
export const CHANNEL_HEALTH_STATUSES = ['not_tested', 'healthy', 'impaired', 'disabled'] as const;
export type ChannelHealthStatus = (typeof CHANNEL_HEALTH_STATUSES)[number];
const MANY = { min: 0, max: 10_000 };

class DatabaseHealthView {
  @Flag()
  reachable: boolean;

  @Flag({ nullable: true, description: 'Whether its schema matches this version.' })
  migrated: boolean | null;

  @Measure({ nullable: true })
  latency_ms: number | null;

  @Typed({ min: 0, max: 1000 }, { nullable: true, description: 'Why it is unavailable.' })
  problem: string | null;
}

export class BacklogView {
  @Line({ example: 'video tasks' })
  name: string;

  @Count({ description: 'Unfinished items.' })
  open: number;

  @Count({ nullable: true, description: 'How long the oldest item has been waiting for a worker.' })
  overdue_seconds: number | null;
}

class QueueHealthView {
  @OneOf(['redis', 'postgres'], { description: '`postgres`: the queue is in the database.' })
  backend: string;

  @Flag({ nullable: true, description: 'Null if this process does not know.' })
  reachable: boolean | null;

  @Typed({ min: 0, max: 1000 }, { nullable: true, description: 'Why it is unavailable.' })
  problem: string | null;

  @nested(() => BacklogView, { list: MANY })
  backlog: BacklogView[];
}

class ImpairmentView {
  @OneOf(['open', 'cooling', 'key-refused'])
  state: string;

  @Line()
  reason: string;

  @Line({ nullable: true, description: 'The upstream model; null if the entry is about a key.' })
  upstream_model: string | null;

  @Moment()
  until: string;
}

export class ChannelHealthView {
  @Line()
  id: string;

  @Line()
  name: string;

  @OneOf(CHANNEL_HEALTH_STATUSES)
  status: ChannelHealthStatus;

  @Typed(
    { min: 0, max: 4000 },
    { nullable: true, description: 'A description of the problem, if it is not healthy.' },
  )
  reason: string | null;

  @Moment({ nullable: true, description: 'Since when it is not healthy.' })
  since: string | null;

  @Typed({ min: 0, max: 4000 }, { nullable: true, description: 'How to fix it.' })
  advice: string | null;

  @nested(() => ImpairmentView, { list: MANY })
  impairments: ImpairmentView[];
}

class WorkersHealthView {
  @Count({ description: 'Processes seen by the database in the last 30 seconds.' })
  alive: number;

  @Moment({ nullable: true })
  last_seen_at: string | null;
}

class UsageHealthView {
  @Count({ description: 'Usage events of this process that are not in the database yet.' })
  waiting_events: number;

  @Count({ description: 'Events lost because disk and database were unavailable for too long.' })
  lost_events: number;

  @Flag({ description: 'False while the disk is not writable.' })
  durable: boolean;
}

export class HealthView {
  @OneOf(HEALTH_STATUSES, {
    description: '`down`: nothing works. `degraded`: there are problems to fix.',
  })
  status: HealthStatus;

  @Line({ list: MANY, description: 'Problems to fix.' })
  problems: string[];

  @Line({ description: 'The version of this process.' })
  version: string;

  @Count()
  uptime_seconds: number;

  @nested(() => DatabaseHealthView)
  database: DatabaseHealthView;

  @nested(() => QueueHealthView, { nullable: true })
  queue: QueueHealthView | null;

  @nested(() => ChannelHealthView, { nullable: true, list: MANY })
  channels: ChannelHealthView[] | null;

  @nested(() => WorkersHealthView, { nullable: true })
  workers: WorkersHealthView | null;

  @nested(() => UsageHealthView, {
    nullable: true,
    description: 'Null if this process serves no requests.',
  })
  usage: UsageHealthView | null;
}
