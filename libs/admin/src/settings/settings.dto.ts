import {
  BUDGET_PERIODS,
  MAX_RETENTION_DAYS,
  MAX_VIDEO_SECONDS,
  MODEL_ID,
  MAX_QUOTA,
  MODERATION_ACTIONS,
  MAX_CHOICES,
  MAX_MEMBER_TOKENS,
  MAX_OUTPUT_TOKENS,
  PIXEL_SIZE,
  REDACTED_KINDS,
  isModelId,
  parsePixelSize,
} from '#config';
import { SETTING_KEYS, type SettingSource } from '#settings';
import { nested } from '../input/field.js';
import { Flag, Line, Moment, OneOf, Usd, Whole, checkedText } from '../input/fields.js';
import { Models } from '../input/model-list.js';

const MAX_PER_PERIOD = 1_000_000_000;

/** May be left out, and null brings back what is usual. */
const CLEARABLE = { optional: true, nullable: true } as const;

const Days = (description: string): PropertyDecorator =>
  Whole({ min: 1, max: MAX_RETENTION_DAYS }, { ...CLEARABLE, description });

const Size = (description: string): PropertyDecorator =>
  checkedText(PIXEL_SIZE, (text) => parsePixelSize(text) !== undefined, { ...CLEARABLE, description });

const Quota = (description: string): PropertyDecorator =>
  Whole({ min: 1, max: MAX_QUOTA }, { ...CLEARABLE, description });

class SandboxSettings {
  @Flag({ ...CLEARABLE, description: 'Whether the built-in sandbox models are served.' })
  enabled?: boolean | null;
}

class UsageSettings {
  @Days('How long every single request is kept; sums are kept for good.')
  retention_days?: number | null;
}

class ResponsesSettings {
  @Flag({ ...CLEARABLE, description: 'Whether responses are stored at all.' })
  store?: boolean | null;

  @Days('How long responses are kept that are stored from now on.')
  retention_days?: number | null;
}

class MediaSettings {
  @Days('How long generated files are kept.')
  retention_days?: number | null;
}

class QuotasSettings {
  @Quota('How many stored responses one owner may have; beyond that the oldest go.')
  stored_responses?: number | null;

  @Quota('How many megabytes of stored responses one owner may have; beyond that the oldest go.')
  stored_responses_mb?: number | null;

  @Quota('For how many idempotency keys the answers of one owner are kept; beyond that the oldest go.')
  idempotency_answers?: number | null;

  @Quota(
    'How many megabytes the answers under idempotency keys of one owner may take; beyond that the oldest go.',
  )
  idempotency_answers_mb?: number | null;

  @Quota('How many cached answers one owner may have; beyond that the oldest go.')
  cached_answers?: number | null;

  @Quota('How many megabytes of cached answers one owner may have; beyond that the oldest go.')
  cached_answers_mb?: number | null;

  @Quota('How many generated files one owner may have; beyond that new ones are refused.')
  media_files?: number | null;

  @Quota('How many megabytes the generated files of one owner may take; beyond that new ones are refused.')
  media_mb?: number | null;
}

class BudgetSettings {
  @Usd()
  usd: number;

  @OneOf(BUDGET_PERIODS, { optional: true, description: 'For good, or in every day or month (UTC).' })
  period: (typeof BUDGET_PERIODS)[number] = 'total';
}

class BudgetsSettings {
  @nested(() => BudgetSettings, { ...CLEARABLE, description: 'What everybody together may spend.' })
  global?: BudgetSettings | null;

  @Flag({
    ...CLEARABLE,
    description: 'Whether tokens with a budget may use models that nobody knows the price of.',
  })
  allow_unpriced_models?: boolean | null;
}

const Max = (description: string): PropertyDecorator =>
  Whole({ min: 1, max: MAX_PER_PERIOD }, { ...CLEARABLE, description });

class MembersSettings {
  @Whole(
    { min: 0, max: MAX_MEMBER_TOKENS },
    { ...CLEARABLE, description: 'How many tokens a member may have at a time.' },
  )
  max_tokens?: number | null;

  @Max('Requests per minute, of all tokens of one member together.')
  rpm?: number | null;

  @Max('Tokens per minute, of all tokens of one member together.')
  tpm?: number | null;

  @Max('Requests at a time, of all tokens of one member together.')
  concurrency?: number | null;

  @Max('Requests per day, of all tokens of one member together.')
  requests_per_day?: number | null;

  @nested(() => BudgetSettings, { ...CLEARABLE, description: 'What one member may spend.' })
  budget?: BudgetSettings | null;

  @Models({ ...CLEARABLE, description: 'The models that tokens of members may use.', example: ['gpt-*'] })
  models?: string[] | null;
}

class ModerationSettings {
  @checkedText(MODEL_ID, isModelId, { example: 'omni-moderation-latest' })
  model: string;

  @OneOf(MODERATION_ACTIONS, { optional: true })
  action: (typeof MODERATION_ACTIONS)[number] = 'block';
}

class PoliciesSettings {
  @Whole({ min: 1, max: MAX_OUTPUT_TOKENS }, CLEARABLE)
  max_output_tokens?: number | null;

  @Whole({ min: 1, max: MAX_CHOICES }, CLEARABLE)
  max_choices?: number | null;

  @Size('The largest image that can be asked for.')
  max_image_size?: string | null;

  @Size('The largest video that can be asked for.')
  max_video_size?: string | null;

  @Whole({ min: 1, max: MAX_VIDEO_SECONDS }, CLEARABLE)
  max_video_seconds?: number | null;

  @nested(() => ModerationSettings, { ...CLEARABLE, description: 'Who judges requests before they go on.' })
  moderation?: ModerationSettings | null;

  @OneOf(REDACTED_KINDS, {
    ...CLEARABLE,
    list: { max: REDACTED_KINDS.length },
    description: 'What is taken out of requests before they go on.',
  })
  redact?: (typeof REDACTED_KINDS)[number][] | null;
}

/** What can be changed while the gateway runs. */
export class SettingsInput {
  @nested(() => SandboxSettings, { optional: true })
  sandbox?: SandboxSettings;

  @nested(() => UsageSettings, { optional: true })
  usage?: UsageSettings;

  @nested(() => ResponsesSettings, { optional: true })
  responses?: ResponsesSettings;

  @nested(() => MediaSettings, { optional: true })
  media?: MediaSettings;

  @nested(() => QuotasSettings, { optional: true })
  quotas?: QuotasSettings;

  @nested(() => BudgetsSettings, { optional: true })
  budgets?: BudgetsSettings;

  @nested(() => MembersSettings, { optional: true })
  members?: MembersSettings;

  @nested(() => PoliciesSettings, { optional: true })
  policies?: PoliciesSettings;
}

class SettingSourceView {
  @OneOf(SETTING_KEYS)
  key: string;

  @OneOf(['default', 'file', 'console'], { description: 'What the file says can only be changed there.' })
  source: SettingSource;

  @Flag({ description: 'Whether it can be changed here.' })
  editable: boolean;

  @Moment({ nullable: true, description: 'When it was set in the console.' })
  updated_at: string | null;
}

export class SettingsView {
  @nested(() => SettingsInput, { description: 'All settings as they count now.' })
  values: SettingsInput;

  @nested(() => SettingsInput, { description: 'All settings as they would be if nobody had said anything.' })
  defaults: SettingsInput;

  @nested(() => SettingSourceView, {
    list: { max: SETTING_KEYS.length },
    description: 'Where each of them comes from.',
  })
  sources: SettingSourceView[];

  @Line({ nullable: true, description: 'The path of the config file.' })
  config_file: string | null;
}
