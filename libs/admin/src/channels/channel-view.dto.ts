import { FORMAT_IDS } from '#config';
import { AUTH_TYPES, type AuthType } from '#credentials';
import { EntryOverrideView } from '../config-file/entry-override.js';
import { declared, nested } from '../input/field.js';
import { Flag, Line, Moment, Name, OneOf, ProviderId, Typed, Url, Uuid, Whole } from '../input/fields.js';
import { Count } from '../input/measures.js';

const HEALTH_STATUSES = ['healthy', 'probe', 'cooling', 'ejected', 'refused'] as const;
export type ShownHealthStatus = (typeof HEALTH_STATUSES)[number];

const MANY = { min: 0, max: 100_000 };
const ANY_WHOLE = { min: -1_000_000, max: 1_000_000 };
const SENTENCE = { min: 1, max: 4000 };

export class KnownView {
  @OneOf(HEALTH_STATUSES, {
    description:
      'probe: the next request finds out whether it works again; cooling: it wants a rest; ejected: it is broken; refused: the upstream refuses the key.',
  })
  status: ShownHealthStatus;

  @Line({ nullable: true, description: 'Why it is not healthy.' })
  reason: string | null;

  @Moment({ nullable: true, description: 'Since when it is not.' })
  since: string | null;

  @Moment({ nullable: true, description: 'When it is tried again.' })
  until: string | null;
}

export class ApiKeyView extends KnownView {
  @Line({ description: 'The end of the key.', example: '…x7Qa' })
  hint: string;
}

export class ModelHealthStatusView extends KnownView {
  @Line()
  upstream_model: string;
}

class LastErrorView {
  @Moment({ description: 'When the request began.' })
  at: string;

  @Line({ description: 'A kind of error.', example: 'upstream-overloaded' })
  outcome: string;

  @Count({ nullable: true })
  upstream_status: number | null;

  @Typed(SENTENCE, { description: 'What went wrong, in words.' })
  error: string;

  @Line({ description: 'The request that met with it.' })
  request_id: string;

  @Line()
  upstream_model: string;
}

class ChannelHealthStatusView {
  @OneOf(['not_tested', 'healthy', 'degraded', 'failing'], {
    description:
      'By its last tests and requests. not_tested: nothing was asked of it since it was set up or changed; degraded: a part of it fails; failing: all of it does, or what was asked of it last.',
  })
  status: string;

  @Typed(SENTENCE, { nullable: true, description: 'Why it is not healthy, in words.' })
  reason: string | null;

  @Moment({ nullable: true, description: 'Since when it is not.' })
  since: string | null;

  @Typed(SENTENCE, { nullable: true, description: 'What to do about it.' })
  advice: string | null;

  @nested(() => LastErrorView, { nullable: true, description: 'The last fault of the upstream in 24 hours.' })
  last_error: LastErrorView | null;

  @Count({
    nullable: true,
    description: 'Requests that the answering process has there; null where it serves none.',
  })
  in_flight: number | null;

  @nested(() => ModelHealthStatusView, { list: MANY })
  models: ModelHealthStatusView[];
}

class ChannelModelView {
  @Line()
  id: string;

  @Line()
  upstream: string;
}

class TimeoutsView {
  @Count()
  connect_ms: number;

  @Count()
  first_byte_ms: number;

  @Count()
  idle_ms: number;

  @Count()
  whole_ms: number;
}

class AuthView {
  @OneOf(AUTH_TYPES)
  type: AuthType;

  @declared(
    { type: 'object', additionalProperties: { type: 'string' } },
    { description: 'Those that may be shown.' },
  )
  members: Record<string, string>;

  @Line({ list: MANY, description: 'Those that are secret, and not shown.' })
  hidden_members: string[];
}

export class ChannelView {
  @Uuid()
  id: string;

  @Name()
  name: string;

  @ProviderId()
  provider: string;

  @Url({ nullable: true })
  base_url: string | null;

  @nested(() => ApiKeyView, { list: MANY, description: 'Never the keys themselves.' })
  api_keys: ApiKeyView[];

  @nested(() => ChannelModelView, { list: MANY })
  models: ChannelModelView[];

  @Whole(ANY_WHOLE)
  priority: number;

  @Whole(ANY_WHOLE)
  weight: number;

  @Flag()
  enabled: boolean;

  @OneOf(FORMAT_IDS, { nullable: true, list: MANY })
  formats: string[] | null;

  @declared({ type: 'object', additionalProperties: { type: 'string' } })
  headers: Record<string, string>;

  @Line({ list: MANY, description: 'Headers whose values are credentials, and not shown.' })
  hidden_headers: string[];

  @Name({ nullable: true })
  api_version: string | null;

  @Line({ nullable: true })
  region: string | null;

  @Line({ nullable: true })
  project: string | null;

  @Line({ nullable: true })
  location: string | null;

  @nested(() => AuthView, { nullable: true, description: 'Who it is, where it has no keys.' })
  auth: AuthView | null;

  @Count({ nullable: true })
  max_concurrency: number | null;

  @Count({ nullable: true, description: 'To its address, from one process; null stands for 10000.' })
  max_connections: number | null;

  @Flag({
    description: 'Whether conversations that are translated for an Anthropic model get cache breakpoints.',
  })
  prompt_caching: boolean;

  @Flag({
    description: 'Whether requests in the format of the service are rid of what their models refuse.',
  })
  repair: boolean;

  @Flag({ description: 'Whether requests cost what the upstream says that they do, where it says so.' })
  believe_upstream_cost: boolean;

  @nested(() => TimeoutsView)
  timeouts: TimeoutsView;

  @nested(() => ChannelHealthStatusView, { description: 'What all processes know of it.' })
  health: ChannelHealthStatusView;

  @OneOf(['file', 'setup', 'console'], { description: 'Where it was made.' })
  origin: string;

  @Flag({
    description: 'Whether only the config file can change it; it can be switched off and on all the same.',
  })
  read_only: boolean;

  @nested(() => EntryOverrideView, {
    nullable: true,
    description: 'Where it was switched against the config file, which then does not count.',
  })
  override: EntryOverrideView | null;

  @Moment()
  created_at: string;

  @Moment()
  updated_at: string;
}

export class ChannelTestView {
  @Flag()
  ok: boolean;

  @Line({ nullable: true, description: 'The model that was asked.' })
  model: string | null;

  @Line({
    nullable: true,
    description:
      'How it was asked; `models` where only the list of them was read, `video` where for one that does not exist.',
  })
  format: string | null;

  @Count()
  duration_ms: number;

  @Count({ nullable: true, description: 'The status that the upstream answered with, where it answered.' })
  status: number | null;

  @Typed(SENTENCE, { description: 'What happened.' })
  message: string;

  @Typed(SENTENCE, { nullable: true, description: 'What to do about it.' })
  advice: string | null;

  @Line({ nullable: true, description: 'The setting that is probably wrong.', example: 'api_keys' })
  field: string | null;
}

class UpstreamModelView {
  @Line()
  id: string;

  @Flag({ description: 'Whether the channel serves it already.' })
  already_served: boolean;
}

export class UpstreamModelsView {
  @nested(() => UpstreamModelView, { list: MANY })
  data: UpstreamModelView[];
}
