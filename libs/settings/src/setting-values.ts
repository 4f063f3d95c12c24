import { type BUDGET_PERIODS, type Config } from '#config';

type ConfigFile = NonNullable<Config['file']>;
type Policies = NonNullable<ConfigFile['policies']>;

/** What can be changed while the gateway runs. What is null is not set. */
export interface SettingValues {
  /** Whether the built-in models are served. */
  readonly 'sandbox.enabled': boolean;
  readonly 'usage.retention_days': number;
  readonly 'responses.store': boolean;
  readonly 'responses.retention_days': number;
  readonly 'media.retention_days': number;
  /** Of each owner. */
  readonly 'quotas.stored_responses': number;
  readonly 'quotas.stored_responses_mb': number;
  readonly 'quotas.idempotency_answers': number;
  readonly 'quotas.idempotency_answers_mb': number;
  readonly 'quotas.cached_answers': number;
  readonly 'quotas.cached_answers_mb': number;
  readonly 'quotas.media_files': number;
  readonly 'quotas.media_mb': number;
  readonly 'budgets.global': GlobalBudget | null;
  readonly 'budgets.allow_unpriced_models': boolean;
  /** How many tokens a member may have. */
  readonly 'members.max_tokens': number;
  /** What all tokens of one member may use together. */
  readonly 'members.rpm': number | null;
  readonly 'members.tpm': number | null;
  readonly 'members.concurrency': number | null;
  readonly 'members.requests_per_day': number | null;
  readonly 'members.budget': GlobalBudget | null;
  /** Those that tokens of members may use. */
  readonly 'members.models': readonly string[] | null;
  readonly 'policies.max_output_tokens': number | null;
  readonly 'policies.max_choices': number | null;
  /** As in `1024x1024`. */
  readonly 'policies.max_image_size': string | null;
  readonly 'policies.max_video_size': string | null;
  readonly 'policies.max_video_seconds': number | null;
  readonly 'policies.moderation': Policies['moderation'] | null;
  readonly 'policies.redact': Policies['redact'] | null;
}

export interface GlobalBudget {
  readonly usd: number;
  readonly period: (typeof BUDGET_PERIODS)[number];
}

export type SettingKey = keyof SettingValues;
