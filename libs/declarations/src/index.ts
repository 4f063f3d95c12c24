export { CHANNEL_FORMATS, FORMAT_IDS } from './format-ids.js';
export {
  GATEWAY_FORM_GROUPS,
  type GatewaySetting,
  type GatewaySettingKind,
} from './gateway-setting-kinds.js';
export {
  DELETED_DATA,
  type DeletedData,
  GATEWAY_SETTINGS,
  type GatewaySettingKey,
  MAX_MEMBER_TOKENS,
  MAX_RETENTION_DAYS,
  type OwnFormKey,
  type RetentionPeriods,
  type SectionSettings,
  type SettingSection,
} from './gateway-settings.js';
export { LISTED_SETTINGS, type ListedSetting, SETTING_SECTIONS } from './listed-settings.js';
export {
  BUDGET_UNITS,
  type BudgetEntry,
  type BudgetPeriod,
  type BudgetUnit,
  type BudgetValue,
  type BudgetWindow,
  CALENDAR_PERIODS,
  MAX_BUDGET_WINDOWS,
  MAX_ROLLING_HOURS,
  PERIOD,
  type StoredBudget,
  getRollingHours,
  isBudgetPeriod,
  isSameWindow,
} from './budget-windows.js';
export {
  LISTED_FACTS,
  NO_FACTS,
  type NullableFacts,
  type RequestFactKind,
  type RequestFactName,
  type RequestFacts,
  toNullableFacts,
} from './request-facts.js';
export {
  type FormGroup,
  type PlainSetting,
  type SettingColumns,
  type SettingKind,
  type StoredValues,
  TOKEN_FORM_GROUPS,
  type TokenSetting,
  type TokenSettingKind,
  listPlainSettings,
} from './setting-kinds.js';
export { type SnakeCase, snakeCase } from './snake-case.js';
export {
  LIMIT_SETTINGS,
  type LimitColumns,
  PLAIN_TOKEN_SETTINGS,
  TOKEN_SETTINGS,
  type TokenSettingColumns,
  type TokenSettingName,
} from './token-settings.js';
