import { type SettingColumns, listPlainSettings, snakeCase } from '#declarations';
import { Column } from 'typeorm';
import { KINDS, type Settings } from './setting-columns.js';

/** A base class for an entity, with a nullable column for each setting. */
export function WithSettingColumns<Declared extends Settings>(
  settings: Declared,
): abstract new () => SettingColumns<Declared> {
  abstract class SettingEntity {}
  for (const { column, setting } of listPlainSettings(settings)) {
    const options = { ...KINDS[setting.kind].column, name: snakeCase(column), nullable: true };
    Column(options)(SettingEntity.prototype, column);
  }
  return SettingEntity as abstract new () => SettingColumns<Declared>;
}
