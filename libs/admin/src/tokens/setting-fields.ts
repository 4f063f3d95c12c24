import { MAX_CONTENT_DAYS, NETWORK, WEBHOOK_SECRET, isWebhookSecret, parseNetwork } from '#config';
import {
  type SettingKind,
  type SnakeCase,
  TOKEN_SETTINGS,
  type TokenSetting,
  type TokenSettingName,
  snakeCase,
} from '#declarations';
import { Budget, type BudgetInput, type BudgetView, ShownBudget } from '../budgets/budget-input.js';
import { type FieldOptions, nested } from '../input/field.js';
import { Flag, Moment, Name, Url, Whole, checkedText } from '../input/fields.js';
import { Models } from '../input/model-list.js';

const MAX_IN_LIST = 1000;

/** Optional; null removes the setting. */
export const CLEARABLE = { optional: true, nullable: true } as const;

const Networks = (options?: FieldOptions): PropertyDecorator =>
  checkedText(NETWORK, (text) => parseNetwork(text) !== undefined, {
    list: { max: MAX_IN_LIST },
    ...options,
  });

export class WebhookInput {
  @Url({ description: 'Receives events of the token.' })
  url: string;

  @checkedText(WEBHOOK_SECRET, isWebhookSecret, {
    ...CLEARABLE,
    description: 'The signing secret. If omitted, it is generated and shown once.',
  })
  secret?: string | null;
}

export class WebhookView {
  @Url()
  url: string;

  @Flag({ description: 'Whether it has its own signing secret.' })
  has_secret: boolean;
}

/** How long prompts and outputs are stored. */
export class ContentSettings {
  @Whole(
    { min: 1, max: MAX_CONTENT_DAYS },
    { description: 'The number of days after which the content is deleted.' },
  )
  ttl_days: number;
}

/** The values of the admin API by the kind of the setting. */
interface InputValues {
  owner: string;
  models: string[];
  networks: string[];
  count: number;
  budget: BudgetInput | BudgetInput[];
  moment: string;
  webhook: WebhookInput;
  retention: ContentSettings;
}

interface ViewValues extends Omit<InputValues, 'budget' | 'webhook'> {
  budget: BudgetView | BudgetView[];
  webhook: WebhookView;
}

type KindOf<Setting extends TokenSettingName> = (typeof TOKEN_SETTINGS)[Setting]['kind'];

export type TokenSettingsInput = {
  [Setting in TokenSettingName as SnakeCase<Setting>]?: InputValues[KindOf<Setting>] | null;
};

export type TokenSettingsView = {
  [Setting in TokenSettingName as SnakeCase<Setting>]: ViewValues[KindOf<Setting>] | null;
};

type DeclareField = (setting: TokenSetting, options: FieldOptions) => PropertyDecorator;

/** The decorator for a setting of each kind. */
const INPUT_FIELDS: Readonly<Record<SettingKind, DeclareField>> = {
  owner: (_setting, options) => Name(options),
  models: (_setting, options) => Models({ ...options, example: ['gpt-*'] }),
  networks: (_setting, options) => Networks({ ...options, example: ['10.0.0.0/8'] }),
  count: (setting, options) => {
    const { min, max } = setting as Extract<TokenSetting, { kind: 'count' }>;
    return Whole({ min, max }, options);
  },
  budget: (_setting, options) => Budget(options),
  moment: (_setting, options) => Moment(options),
  webhook: (_setting, options) => nested(() => WebhookInput, options),
  retention: (_setting, options) => nested(() => ContentSettings, options),
};

const VIEW_FIELDS: typeof INPUT_FIELDS = {
  ...INPUT_FIELDS,
  budget: (_setting, options) => ShownBudget(options),
  webhook: (_setting, options) => nested(() => WebhookView, options),
};

/** A base class for a request body, with an optional field for every setting. */
export function WithSettingInput(): abstract new () => TokenSettingsInput {
  return declareFields(INPUT_FIELDS, CLEARABLE);
}

/** A base class for a response, with every setting; null for those that are not set. */
export function WithSettingView(): abstract new () => TokenSettingsView {
  return declareFields(VIEW_FIELDS, { nullable: true }) as abstract new () => TokenSettingsView;
}

function declareFields(fields: typeof INPUT_FIELDS, options: FieldOptions): abstract new () => object {
  abstract class SettingsDto {}
  for (const [name, setting] of Object.entries<TokenSetting>(TOKEN_SETTINGS)) {
    const description = setting.description ?? `${setting.label}.`;
    fields[setting.kind](setting, { ...options, description })(SettingsDto.prototype, snakeCase(name));
  }
  return SettingsDto;
}
