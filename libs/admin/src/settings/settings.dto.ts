import { DELETED_DATA, type DeletedData, GATEWAY_SETTINGS, type GatewaySettingKey } from '#declarations';
import { type SettingSource } from '#settings';
import { nested } from '../input/field.js';
import { Flag, Line, Moment, OneOf } from '../input/fields.js';
import { Count } from '../input/measures.js';
import { WithSettings } from './setting-fields.js';

const SETTING_KEYS = Object.keys(GATEWAY_SETTINGS);
const DELETED_KINDS = Object.keys(DELETED_DATA);

/** The settings of `GATEWAY_SETTINGS`. */
export class SettingsInput extends WithSettings() {}

class SettingSourceView {
  @OneOf(SETTING_KEYS)
  key: GatewaySettingKey;

  @OneOf(['default', 'file', 'console'], {
    description: 'Settings from the config file can only be changed there.',
  })
  source: SettingSource;

  @Flag({ description: 'Whether it can be changed here.' })
  editable: boolean;

  @Moment({ nullable: true, description: 'When it was set in the console.' })
  updated_at: string | null;
}

export class SettingsView {
  @nested(() => SettingsInput, { description: 'The effective settings.' })
  values: SettingsInput;

  @nested(() => SettingsInput, { description: 'The default settings.' })
  defaults: SettingsInput;

  @nested(() => SettingSourceView, {
    list: { max: SETTING_KEYS.length },
    description: 'The source of each setting.',
  })
  sources: SettingSourceView[];

  @Line({ nullable: true, description: 'The path of the config file.' })
  config_file: string | null;
}

export class DeletionView {
  @OneOf(DELETED_KINDS, {
    description: '`files_above_quota`: no file is deleted, but new files of these owners are refused.',
  })
  what: DeletedData;

  @Line({ description: 'A noun for one of them.', example: 'video task' })
  one: string;

  @Line({ description: 'A noun for several of them.', example: 'video tasks' })
  many: string;

  @Count({ nullable: true, description: 'At most 1,000,000; null if counting takes more than two seconds.' })
  rows: number | null;

  @Flag({ description: 'Whether there are more rows than were counted.' })
  has_more: boolean;

  @Count({
    nullable: true,
    description:
      'For a quota: how many owners are above it. Null for a retention period, and if counting takes more than two seconds.',
  })
  owners: number | null;
}

/** The data that a change of the settings would delete. */
export class DeletionsView {
  @nested(() => DeletionView, {
    list: { min: 0, max: DELETED_KINDS.length },
    description:
      'Rows that are older than a lowered retention period, and the oldest rows of owners above a lowered quota. Empty if nothing is lowered.',
  })
  data: DeletionView[];
}
