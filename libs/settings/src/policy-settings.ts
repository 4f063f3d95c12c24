import { type Config, parsePixelSize } from '#config';
import { type SettingValues } from './setting-values.js';

type PolicySettings = NonNullable<NonNullable<Config['file']>['policies']>;

/** The policies among the settings, as the config file would have them. */
export function policySettings(values: SettingValues): PolicySettings {
  return {
    maxOutputTokens: values['policies.max_output_tokens'] ?? undefined,
    maxChoices: values['policies.max_choices'] ?? undefined,
    maxImageSize: getSize(values['policies.max_image_size']),
    maxVideoSize: getSize(values['policies.max_video_size']),
    maxVideoSeconds: values['policies.max_video_seconds'] ?? undefined,
    moderation: values['policies.moderation'] ?? undefined,
    redact: values['policies.redact'] ?? undefined,
  };
}

function getSize(text: string | null) {
  return text === null ? undefined : parsePixelSize(text);
}
