import { toFileSection } from './file-settings.js';
import { type SettingValues } from './setting-values.js';

/** The default limits of members, each shared by all tokens of the member. */
export function memberLimits(values: SettingValues) {
  const { maxTokens: _maxTokens, ...limits } = toFileSection(values, 'members');
  return limits;
}
