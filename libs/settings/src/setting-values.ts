import { type Config } from '#config';
import {
  type BudgetValue,
  type GATEWAY_SETTINGS,
  type GatewaySettingKey,
  type GatewaySettingKind,
} from '#declarations';

type ConfigFile = NonNullable<Config['file']>;
type Policies = NonNullable<ConfigFile['policies']>;

export type SettingKey = GatewaySettingKey;

/** The value of a setting of each kind, as it is stored. */
interface KindValues extends Record<GatewaySettingKind['kind'], unknown> {
  flag: boolean;
  count: number;
  days: number;
  quota: number;
  size: string;
  budget: BudgetValue;
  models: readonly string[];
  moderation: NonNullable<Policies['moderation']>;
  redaction: NonNullable<Policies['redact']>;
}

/** The settings that can be changed while the gateway runs. Null means not set. */
export type SettingValues = {
  readonly [Key in SettingKey]:
    | KindValues[(typeof GATEWAY_SETTINGS)[Key]['kind']]
    | ((typeof GATEWAY_SETTINGS)[Key]['defaultValue'] extends null ? null : never);
};

export type SettingValue = NonNullable<SettingValues[SettingKey]>;
