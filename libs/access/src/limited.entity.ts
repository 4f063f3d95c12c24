import { LIMIT_SETTINGS } from '#declarations';
import { WithSettingColumns } from './with-setting-columns.entity.js';

/** The limits of owners and users; null means unlimited. */
export abstract class LimitedEntity extends WithSettingColumns(LIMIT_SETTINGS) {}
