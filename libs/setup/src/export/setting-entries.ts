import { type ConfigAdditions } from '#config';
import { type ResolvedSetting, type SettingKey } from '#settings';

/** Where a setting stands in the config file. */
const PATHS: Readonly<Record<Exclude<SettingKey, 'budgets.global'>, readonly string[]>> = {
  'sandbox.enabled': ['sandbox'],
  'usage.retention_days': ['usage', 'retentionDays'],
  'responses.store': ['responses', 'store'],
  'responses.retention_days': ['responses', 'retentionDays'],
  'media.retention_days': ['media', 'retentionDays'],
  'budgets.allow_unpriced_models': ['budgets', 'allowUnpricedModels'],
  'quotas.stored_responses': ['quotas', 'storedResponses'],
  'quotas.stored_responses_mb': ['quotas', 'storedResponsesMb'],
  'quotas.idempotency_answers': ['quotas', 'idempotencyAnswers'],
  'quotas.idempotency_answers_mb': ['quotas', 'idempotencyAnswersMb'],
  'quotas.cached_answers': ['quotas', 'cachedAnswers'],
  'quotas.cached_answers_mb': ['quotas', 'cachedAnswersMb'],
  'quotas.media_files': ['quotas', 'mediaFiles'],
  'quotas.media_mb': ['quotas', 'mediaMb'],
  'members.max_tokens': ['members', 'maxTokens'],
  'members.rpm': ['members', 'rpm'],
  'members.tpm': ['members', 'tpm'],
  'members.concurrency': ['members', 'concurrency'],
  'members.requests_per_day': ['members', 'requestsPerDay'],
  'members.budget': ['members', 'budget'],
  'members.models': ['members', 'models'],
  'policies.max_output_tokens': ['policies', 'maxOutputTokens'],
  'policies.max_choices': ['policies', 'maxChoices'],
  'policies.max_image_size': ['policies', 'maxImageSize'],
  'policies.max_video_size': ['policies', 'maxVideoSize'],
  'policies.max_video_seconds': ['policies', 'maxVideoSeconds'],
  'policies.moderation': ['policies', 'moderation'],
  'policies.redact': ['policies', 'redact'],
};

/**
 * What somebody has set in the console, as the config file would say it. A section of the file says all of its
 * settings, so those beside them are written down with the values that they have.
 */
export function settingEntries(settings: readonly ResolvedSetting[]): ConfigAdditions['settings'] {
  const sections = new Set(
    settings.filter(({ source }) => source === 'console').map(({ key }) => key.split('.')[0]),
  );
  return settings
    .filter(
      ({ key, value, source }) => source !== 'file' && value !== null && sections.has(key.split('.')[0]),
    )
    .flatMap(getEntries);
}

function getEntries({ key, value }: ResolvedSetting): ConfigAdditions['settings'] {
  if (key !== 'budgets.global') return [{ path: PATHS[key], value }];
  const { usd, period } = value as { usd: number; period: string };
  return [
    { path: ['budgets', 'globalUsd'], value: usd },
    { path: ['budgets', 'period'], value: period },
  ];
}
