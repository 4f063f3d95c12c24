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

  @Flag({ nullable: true, description: 'Whether its tables are those of this version.' })
  migrated: boolean | null;

  @Measure({ nullable: true })
  latency_ms: number | null;

  @Typed({ min: 0, max: 1000 }, { nullable: true, description: 'Why it is out of reach.' })
  problem: string | null;
}

export class BacklogView {
  @Line({ example: 'video tasks' })
  name: string;

  @Count({ description: 'What is not finished.' })
  open: number;

  @Count({ nullable: true, description: 'How long the oldest has waited that nobody has taken.' })
  overdue_seconds: number | null;
}

class QueueHealthView {
  @OneOf(['redis', 'postgres'], { description: '`postgres`: it lives in the database itself.' })
  backend: string;

  @Flag({ nullable: true, description: 'Null where the answering process cannot tell.' })
  reachable: boolean | null;

  @Typed({ min: 0, max: 1000 }, { nullable: true, description: 'Why it is out of reach.' })
  problem: string | null;

  @nested(() => BacklogView, { list: MANY })
  backlog: BacklogView[];
}

class ImpairmentView {
  @OneOf(['open', 'cooling', 'key-refused'])
  state: string;

  @Line()
  reason: string;

  @Line({ nullable: true, description: 'The model there that it is about; null where it is a key.' })
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

  @Typed({ min: 0, max: 4000 }, { nullable: true, description: 'Why it is not healthy, in words.' })
  reason: string | null;

  @Moment({ nullable: true, description: 'Since when it is not.' })
  since: string | null;

  @Typed({ min: 0, max: 4000 }, { nullable: true, description: 'What to do about it.' })
  advice: string | null;

  @nested(() => ImpairmentView, { list: MANY })
  impairments: ImpairmentView[];
}

class WorkersHealthView {
  @Count({ description: 'Those that the database has seen in the last half minute.' })
  alive: number;

  @Moment({ nullable: true })
  last_seen_at: string | null;
}

class UsageHealthView {
  @Count({ description: 'Events of the answering process that the database does not have yet.' })
  waiting_events: number;

  @Count({ description: 'Lost because disk and database were away for too long.' })
  lost_events: number;

  @Flag({ description: 'False while the disk takes nothing.' })
  durable: boolean;
}

export class HealthView {
  @OneOf(HEALTH_STATUSES, {
    description: '`down`: nothing works. `degraded`: somebody should look into it.',
  })
  status: HealthStatus;

  @Line({ list: MANY, description: 'What somebody should look into.' })
  problems: string[];

  @Line()
  version: string;

  @Count({ description: 'Of the process that answers.' })
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
    description: 'Null where the answering process serves no requests.',
  })
  usage: UsageHealthView | null;
}
