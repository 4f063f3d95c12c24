import { type GatewaySetting } from './gateway-setting-kinds.js';
import { GATEWAY_SETTINGS, type GatewaySettingKey, type SettingSection } from './gateway-settings.js';
import { camelCase } from './snake-case.js';

/** A setting and the parts of its key. */
export interface ListedSetting {
  readonly key: GatewaySettingKey;
  readonly section: SettingSection;
  /** In the admin API. */
  readonly name: string;
  /** In the config file. */
  readonly fileName: string;
  readonly setting: GatewaySetting;
}

/** All settings, in the order of the table. */
export const LISTED_SETTINGS: readonly ListedSetting[] = Object.entries<GatewaySetting>(GATEWAY_SETTINGS).map(
  ([key, setting]) => {
    const [section, name] = key.split('.') as [SettingSection, string];
    return { key: key as GatewaySettingKey, section, name, fileName: camelCase(name), setting };
  },
);

export const SETTING_SECTIONS: readonly SettingSection[] = [
  ...new Set(LISTED_SETTINGS.map(({ section }) => section)),
];
