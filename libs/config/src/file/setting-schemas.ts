import {
  type GatewaySetting,
  type GatewaySettingKind,
  LISTED_SETTINGS,
  SETTING_SECTIONS,
  type SectionSettings,
  type SettingSection,
} from '#declarations';
import { type z } from 'zod';
import { budgetSchema } from './budget-schema.js';
import { moderation, pixelSize, redactedKinds } from './policies-schema.js';
import * as values from './values.js';

interface Range {
  readonly min: number;
  readonly max: number;
}

type Kind = GatewaySettingKind['kind'];

const whole = ({ min, max }: Range) => values.whole(min, max);

/** The rules for the values of each kind of setting. */
const KIND_SCHEMAS = {
  flag: () => values.flag,
  count: whole,
  days: whole,
  quota: whole,
  size: () => pixelSize,
  budget: () => budgetSchema,
  models: () => values.listOf('models', values.modelPattern),
  moderation: () => moderation,
  redaction: () => redactedKinds,
} satisfies { [Name in Kind]: (setting: Extract<GatewaySettingKind, { kind: Name }>) => z.ZodType };

type SettingSchema<Setting> = Setting extends { readonly kind: infer Name extends Kind }
  ? z.ZodOptional<ReturnType<(typeof KIND_SCHEMAS)[Name]>>
  : never;

type SettingSchemas<Section extends SettingSection> = {
  [Name in keyof SectionSettings<Section>]: SettingSchema<SectionSettings<Section>[Name]>;
};

/** If the file has one of these sections, it sets all of their settings: those that are missing have their defaults. */
const COMPLETE_SECTIONS: readonly SettingSection[] = ['usage', 'responses', 'media'];

/** The keys of a section for its settings, all optional. */
export function buildSettingSchemas<Section extends SettingSection>(
  section: Section,
): SettingSchemas<Section> {
  const settings = listFileSettings(section).map(({ fileName, setting }) => {
    const getSchema = KIND_SCHEMAS[setting.kind] as (setting: GatewaySetting) => z.ZodType;
    const schema = getSchema(setting);
    const isComplete = COMPLETE_SECTIONS.includes(section) && setting.defaultValue !== null;
    return [fileName, isComplete ? schema.default(setting.defaultValue) : schema.optional()];
  });
  return Object.fromEntries(settings) as SettingSchemas<Section>;
}

/** The sections that contain other keys, too, or have another form. */
const OWN_SECTIONS = ['sandbox', 'usage', 'media', 'budgets', 'members'] as const;

type PlainSection = Exclude<SettingSection, (typeof OWN_SECTIONS)[number]>;

type SectionSchemas = {
  [Section in PlainSection]: z.ZodOptional<ReturnType<typeof values.mapOf<SettingSchemas<Section>>>>;
};

const MAX_LISTED_NAMES = 3;

/** The sections that contain only settings, all optional. */
export function buildSectionSchemas(): SectionSchemas {
  const sections = SETTING_SECTIONS.filter(isPlain).map((section) => {
    const names = listFileSettings(section).map(({ fileName }) => fileName);
    const expected =
      names.length > MAX_LISTED_NAMES ? `a map of ${section}` : `a map of ${names.join(' and ')}`;
    return [section, values.mapOf(expected, buildSettingSchemas(section)).optional()];
  });
  return Object.fromEntries(sections) as SectionSchemas;
}

function isPlain(section: SettingSection): section is PlainSection {
  return !OWN_SECTIONS.some((own) => own === section);
}

function listFileSettings(section: SettingSection) {
  return LISTED_SETTINGS.filter(
    (listed) => listed.section === section && listed.setting.hasOwnFileForm !== true,
  );
}
