import { type Config, type PixelSize } from '#config';
import { type SettingKey, type SettingValues } from './setting-values.js';

type ConfigFile = NonNullable<Config['file']>;

interface Setting<Value> {
  /** Where nobody has said anything else. */
  usual: Value;
  /** Undefined where the file leaves it open. */
  inFile: (file: ConfigFile) => Value | undefined;
}

type Settings = { readonly [Key in SettingKey]: Setting<SettingValues[Key]> };

export const SETTINGS: Settings = {
  'sandbox.enabled': { usual: true, inFile: ({ sandbox }) => sandbox },
  'usage.retention_days': { usual: 90, inFile: ({ usage }) => usage?.retentionDays },
  'responses.store': { usual: true, inFile: ({ responses }) => responses?.store },
  'responses.retention_days': { usual: 30, inFile: ({ responses }) => responses?.retentionDays },
  'media.retention_days': { usual: 30, inFile: ({ media }) => media?.retentionDays },
  'quotas.stored_responses': { usual: 100_000, inFile: ({ quotas }) => quotas?.storedResponses },
  'quotas.stored_responses_mb': { usual: 2048, inFile: ({ quotas }) => quotas?.storedResponsesMb },
  'quotas.idempotency_answers': { usual: 100_000, inFile: ({ quotas }) => quotas?.idempotencyAnswers },
  'quotas.idempotency_answers_mb': { usual: 1024, inFile: ({ quotas }) => quotas?.idempotencyAnswersMb },
  'quotas.cached_answers': { usual: 10_000, inFile: ({ quotas }) => quotas?.cachedAnswers },
  'quotas.cached_answers_mb': { usual: 1024, inFile: ({ quotas }) => quotas?.cachedAnswersMb },
  'quotas.media_files': { usual: 10_000, inFile: ({ quotas }) => quotas?.mediaFiles },
  'quotas.media_mb': { usual: 20_480, inFile: ({ quotas }) => quotas?.mediaMb },
  'budgets.global': {
    usual: null,
    inFile: ({ budgets }) =>
      budgets?.globalUsd === undefined ? undefined : { usd: budgets.globalUsd, period: budgets.period },
  },
  'budgets.allow_unpriced_models': { usual: false, inFile: ({ budgets }) => budgets?.allowUnpricedModels },
  'members.max_tokens': { usual: 20, inFile: ({ members }) => members?.maxTokens },
  'members.rpm': { usual: null, inFile: ({ members }) => members?.rpm },
  'members.tpm': { usual: null, inFile: ({ members }) => members?.tpm },
  'members.concurrency': { usual: null, inFile: ({ members }) => members?.concurrency },
  'members.requests_per_day': { usual: null, inFile: ({ members }) => members?.requestsPerDay },
  'members.budget': { usual: null, inFile: ({ members }) => members?.budget },
  'members.models': { usual: null, inFile: ({ members }) => members?.models },
  'policies.max_output_tokens': { usual: null, inFile: ({ policies }) => policies?.maxOutputTokens },
  'policies.max_choices': { usual: null, inFile: ({ policies }) => policies?.maxChoices },
  'policies.max_image_size': { usual: null, inFile: ({ policies }) => sizeIn(policies?.maxImageSize) },
  'policies.max_video_size': { usual: null, inFile: ({ policies }) => sizeIn(policies?.maxVideoSize) },
  'policies.max_video_seconds': { usual: null, inFile: ({ policies }) => policies?.maxVideoSeconds },
  'policies.moderation': { usual: null, inFile: ({ policies }) => policies?.moderation },
  'policies.redact': { usual: null, inFile: ({ policies }) => policies?.redact },
};

export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[];

function sizeIn(size: PixelSize | undefined): string | undefined {
  return size && `${size.width}x${size.height}`;
}
