import { PIXEL_SIZE, REDACTED_KINDS, parsePixelSize } from '#config';
import {
  type GATEWAY_SETTINGS,
  GATEWAY_FORM_GROUPS,
  type GatewaySetting,
  type GatewaySettingKey,
  type GatewaySettingKind,
  LISTED_SETTINGS,
  SETTING_SECTIONS,
  type SettingSection,
} from '#declarations';
import { Budget, type BudgetInput } from '../budgets/budget-input.js';
import { type FieldOptions, nested } from '../input/field.js';
import { type Bounds, Flag, OneOf, Whole, checkedText } from '../input/fields.js';
import { Models } from '../input/model-list.js';
import { ModerationSettings } from './setting-values.dto.js';

/** Optional. Null restores the default. */
const CLEARABLE = { optional: true, nullable: true } as const;

type Kind = GatewaySettingKind['kind'];

/** The value of a setting of each kind in the admin API. */
interface InputValues extends Record<Kind, unknown> {
  flag: boolean;
  count: number;
  days: number;
  quota: number;
  size: string;
  budget: BudgetInput | BudgetInput[];
  models: string[];
  moderation: ModerationSettings;
  redaction: (typeof REDACTED_KINDS)[number][];
}

type SectionFields<Section extends SettingSection> = {
  [Key in GatewaySettingKey as Key extends `${Section}.${infer Name}` ? Name : never]?:
    | InputValues[(typeof GATEWAY_SETTINGS)[Key]['kind']]
    | null;
};

type SettingsFields = { [Section in SettingSection]?: SectionFields<Section> };

type DeclareField = (setting: GatewaySetting, options: FieldOptions) => PropertyDecorator;

const DeclareWhole: DeclareField = (setting, options) => Whole(setting as GatewaySetting & Bounds, options);

/** The decorator for a setting of each kind. */
const FIELDS: Readonly<Record<Kind, DeclareField>> = {
  flag: (_setting, options) => Flag(options),
  count: DeclareWhole,
  days: DeclareWhole,
  quota: DeclareWhole,
  size: (_setting, options) => checkedText(PIXEL_SIZE, (text) => parsePixelSize(text) !== undefined, options),
  budget: (_setting, options) => Budget(options),
  models: (_setting, options) => Models({ ...options, example: ['gpt-*'] }),
  moderation: (_setting, options) => nested(() => ModerationSettings, options),
  redaction: (_setting, options) =>
    OneOf(REDACTED_KINDS, { ...options, list: { max: REDACTED_KINDS.length } }),
};

/** A base class with an optional field for every setting, in an object for each section. */
export function WithSettings(): abstract new () => SettingsFields {
  abstract class Settings {}
  for (const section of SETTING_SECTIONS) {
    const dto = declareSection(section);
    nested(() => dto, { optional: true })(Settings.prototype, section);
  }
  return Settings;
}

/** The class `UsageSettings` for the section `usage`. */
function declareSection(section: SettingSection): new () => object {
  const dto = class {};
  Object.defineProperty(dto, 'name', {
    value: `${section.charAt(0).toUpperCase()}${section.slice(1)}Settings`,
  });
  for (const { name, setting } of LISTED_SETTINGS.filter((listed) => listed.section === section)) {
    const description = `${GATEWAY_FORM_GROUPS[setting.group].title}: ${setting.label}. ${setting.description}`;
    FIELDS[setting.kind](setting, { ...CLEARABLE, description })(dto.prototype, name);
  }
  return dto;
}
