import { type SettingKind, TOKEN_SETTINGS, type TokenSetting, snakeCase } from '#declarations';
import { type ClearableSettings } from '../frame/clearing.js';
import { type OptionSpecs, list, number, text } from '../frame/options.js';
import { declareBudgetOptions, readBudgetOptions } from './budget-options.js';

type OptionInput = Readonly<Record<string, unknown>>;

interface KindOptions {
  /** The command line options of a setting. */
  declare: (name: string, setting: TokenSetting) => OptionSpecs;
  /** The value for the admin API. Undefined if the option was not given. */
  read: (name: string, options: OptionInput) => unknown;
}

const readSameName: KindOptions['read'] = (name, options) => options[name];

/** The command line options of each kind of setting. */
const KINDS: Readonly<Record<SettingKind, KindOptions>> = {
  owner: { declare: (name, { help }) => ({ [name]: text(`<${name}>`, help) }), read: readSameName },
  models: { declare: (name, { help }) => ({ [name]: list('<models>', help) }), read: readSameName },
  networks: { declare: (name, { help }) => ({ [name]: list('<networks>', help) }), read: readSameName },
  count: {
    declare: (name, setting) => {
      const unit = setting.kind === 'count' ? setting.unit : undefined;
      return { [name]: number(`<${unit ?? 'count'}>`, setting.help) };
    },
    read: readSameName,
  },
  budget: {
    declare: (name, { help }) => declareBudgetOptions(name, help),
    read: readBudgetOptions,
  },
  moment: { declare: (name, { help }) => ({ [name]: text('<time>', help) }), read: readSameName },
  // Has no option, because its secret must not be on a command line. `--clear webhook` removes it.
  webhook: { declare: () => ({}), read: () => undefined },
  retention: {
    declare: (name, { help }) => ({ [`${name}Days`]: number('<days>', help) }),
    read: (name, options) => {
      const days = options[`${name}Days`];
      return days === undefined ? undefined : { ttl_days: days };
    },
  },
};

const SETTINGS = Object.entries<TokenSetting>(TOKEN_SETTINGS);

/** The options for the settings of a token. */
export const TOKEN_OPTIONS: OptionSpecs = Object.assign(
  {},
  ...SETTINGS.map(([name, setting]) => KINDS[setting.kind].declare(name, setting)),
);

/** The settings that `--clear` accepts: all of them. */
export const CLEARABLE_SETTINGS: ClearableSettings = Object.fromEntries(
  SETTINGS.map(([name]) => [snakeCase(name), true]),
);

/** The options as a request body. */
export function toTokenSettings(options: OptionInput): Record<string, unknown> {
  return Object.fromEntries(
    SETTINGS.map(([name, { kind }]) => [snakeCase(name), KINDS[kind].read(name, options)]),
  );
}
