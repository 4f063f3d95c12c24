import { type SettingValues } from './setting-values.js';

const MB = 1024 * 1024;

interface Amount {
  items: number;
  bytes: number;
}

/** How much of each kind an owner may have stored. */
export interface QuotaSettings {
  responses: Amount;
  answers: Amount;
  cachedAnswers: Amount;
  media: Amount;
}

export function quotaSettings(values: SettingValues): QuotaSettings {
  return {
    responses: {
      items: values['quotas.stored_responses'],
      bytes: values['quotas.stored_responses_mb'] * MB,
    },
    answers: {
      items: values['quotas.idempotency_answers'],
      bytes: values['quotas.idempotency_answers_mb'] * MB,
    },
    cachedAnswers: {
      items: values['quotas.cached_answers'],
      bytes: values['quotas.cached_answers_mb'] * MB,
    },
    media: { items: values['quotas.media_files'], bytes: values['quotas.media_mb'] * MB },
  };
}
