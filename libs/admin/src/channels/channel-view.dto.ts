import { CHANNEL_FORMATS } from '#declarations';
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
      'probe: the next request tests whether it works again; cooling: paused at the request of the provider; ejected: out of use after failures; refused: the provider rejected the key.',
  })
  status: ShownHealthStatus;

  @Line({ nullable: true, description: 'The reason, if it is not healthy.' })
  reason: string | null;

  @Moment({ nullable: true, description: 'Since when it is not healthy.' })
  since: string | null;

  @Moment({ nullable: true, description: 'When it is retried.' })
  until: string | null;
}

export class ApiKeyView extends KnownView {
  @Line({ description: 'The last characters of the key.', example: '…x7Qa' })
  hint: string;
}

export class ModelHealthStatusView extends KnownView {
  @Line()
  upstream_model: string;
}

class LastErrorView {
  @Moment({ description: 'Start time of the request.' })
  at: string;

  @Line({ description: 'The error kind.', example: 'upstream-overloaded' })
  outcome: string;

  @Count({ nullable: true })
  upstream_status: number | null;

  @Typed(SENTENCE, { description: 'A description of the error.' })
  error: string;

  @Line({ description: 'The id of the request.' })
  request_id: string;

  @Line()
  upstream_model: string;
}

class ChannelHealthStatusView {
  @OneOf(['not_tested', 'healthy', 'degraded', 'failing'], {
    description:
      'By its latest tests and requests. not_tested: no request since it was created or changed; degraded: a part of it fails; failing: all of it fails, or the latest request failed.',
  })
  status: string;

  @Typed(SENTENCE, { nullable: true, description: 'A description of the problem, if it is not healthy.' })
  reason: string | null;

  @Moment({ nullable: true, description: 'Since when it is not healthy.' })
  since: string | null;

  @Typed(SENTENCE, { nullable: true, description: 'How to fix it.' })
  advice: string | null;

  @nested(() => LastErrorView, {
    nullable: true,
    description: 'The latest error of the provider in the last 24 hours.',
  })
  last_error: LastErrorView | null;

  @Count({
    nullable: true,
    description: 'Requests in progress of this process; null if it serves no requests.',
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
    { description: 'Settings that are not secret.' },
  )
  members: Record<string, string>;

  @Line({ list: MANY, description: 'Names of the secret settings, whose values are not returned.' })
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

  @nested(() => ApiKeyView, { list: MANY, description: 'Hints of the keys. The keys are never returned.' })
  api_keys: ApiKeyView[];

  @nested(() => ChannelModelView, { list: MANY })
  models: ChannelModelView[];

  @Whole(ANY_WHOLE)
  priority: number;

  @Whole(ANY_WHOLE)
  weight: number;

  @Flag()
  enabled: boolean;

  @OneOf(CHANNEL_FORMATS, { nullable: true, list: MANY })
  formats: string[] | null;

  @declared({ type: 'object', additionalProperties: { type: 'string' } })
  headers: Record<string, string>;

  @Line({ list: MANY, description: 'Names of headers with secret values, which are not returned.' })
  hidden_headers: string[];

  @Name({ nullable: true })
  api_version: string | null;

  @Line({ nullable: true })
  region: string | null;

  @Line({ nullable: true })
  project: string | null;

  @Line({ nullable: true })
  location: string | null;

  @nested(() => AuthView, { nullable: true, description: 'The identity, if the channel has no keys.' })
  auth: AuthView | null;

  @Count({ nullable: true })
  max_concurrency: number | null;

  @Count({
    nullable: true,
    description: 'Maximum number of connections to its address per process; null means 10000.',
  })
  max_connections: number | null;

  @Flag({
    description: 'Whether cache breakpoints are added to requests translated for Anthropic models.',
  })
  prompt_caching: boolean;

  @Flag({
    description:
      'Whether parameters that a model is known to reject are removed from requests in the native format.',
  })
  repair: boolean;

  @Flag({ description: 'Whether to use the cost that the provider reports, if it reports one.' })
  believe_upstream_cost: boolean;

  @nested(() => TimeoutsView)
  timeouts: TimeoutsView;

  @nested(() => ChannelHealthStatusView, { description: 'The health as seen by all processes.' })
  health: ChannelHealthStatusView;

  @OneOf(['file', 'setup', 'console'], { description: 'Where it was created.' })
  origin: string;

  @Flag({
    description: 'Whether only the config file can change it. It can still be enabled and disabled.',
  })
  read_only: boolean;

  @nested(() => EntryOverrideView, {
    nullable: true,
    description: 'Set if the enabled state overrides the config file.',
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

  @Line({ nullable: true, description: 'The model that was tested.' })
  model: string | null;

  @Line({
    nullable: true,
    description:
      'The format of the test request; `models` if only the list of models was read, `video` if a video that does not exist was requested.',
  })
  format: string | null;

  @Count()
  duration_ms: number;

  @Count({ nullable: true, description: 'The HTTP status of the provider, if it responded.' })
  status: number | null;

  @Typed(SENTENCE, { description: 'The result of the test.' })
  message: string;

  @Typed(SENTENCE, { nullable: true, description: 'How to fix it.' })
  advice: string | null;

  @Line({ nullable: true, description: 'The setting that is probably wrong.', example: 'api_keys' })
  field: string | null;
}

class UpstreamModelView {
  @Line()
  id: string;

  @Flag({ description: 'Whether the channel already serves it.' })
  already_served: boolean;
}

export class UpstreamModelsView {
  @nested(() => UpstreamModelView, { list: MANY })
  data: UpstreamModelView[];
}
