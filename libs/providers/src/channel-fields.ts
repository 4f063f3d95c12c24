import { type AuthType } from '#credentials';

/**
 * A provider-specific setting of a channel. The console's form shows these settings, and the config file is validated
 * with them.
 */
export interface ChannelField {
  /** The name of the setting in the admin API. */
  readonly name: 'base_url' | 'api_keys' | 'api_version' | 'region' | 'project' | 'location' | 'auth';
  readonly label: string;
  /** `secrets`: one or more secrets that are never returned again. `auth`: an identity instead of secrets. */
  readonly type: 'url' | 'text' | 'secrets' | 'auth';
  readonly required: boolean;
  /** The value if it is left empty. */
  readonly default?: string;
  readonly help?: string;
  /** For `auth`: its type. */
  readonly authType?: AuthType;
}

/** The base URL of the service. It has no default if every account has its own. */
export function baseUrlField({
  default: defaultValue,
  help,
}: Pick<ChannelField, 'default' | 'help'>): ChannelField {
  const required = defaultValue === undefined;
  return { name: 'base_url', label: 'Base URL', type: 'url', required, default: defaultValue, help };
}

export function apiKeysField({ required }: Pick<ChannelField, 'required'>): ChannelField {
  return {
    name: 'api_keys',
    label: 'API keys',
    type: 'secrets',
    required,
    help: 'If you enter several keys, requests rotate between them.',
  };
}

export function apiVersionField(): ChannelField {
  return { name: 'api_version', label: 'API version', type: 'text', required: false };
}

/** The region of a cloud. */
export function regionField({ required, default: defaultValue, help }: FieldOptions): ChannelField {
  return { name: 'region', label: 'Region', type: 'text', required, default: defaultValue, help };
}

/** The project that pays. */
export function projectField({ required, default: defaultValue, help }: FieldOptions): ChannelField {
  return { name: 'project', label: 'Project', type: 'text', required, default: defaultValue, help };
}

export function locationField({ required, default: defaultValue, help }: FieldOptions): ChannelField {
  return { name: 'location', label: 'Location', type: 'text', required, default: defaultValue, help };
}

/** An identity instead of a key. */
export function authField(authType: AuthType): ChannelField {
  return {
    name: 'auth',
    label: AUTH_LABELS[authType],
    type: 'auth',
    required: false,
    help: 'An identity instead of an API key. Empty fields fall back to the host’s own credentials.',
    authType,
  };
}

const AUTH_LABELS: Readonly<Record<AuthType, string>> = {
  aws: 'Sign with AWS credentials',
  google: 'Sign in as a Google identity',
  entra: 'Sign in with Entra ID',
};

type FieldOptions = Pick<ChannelField, 'required' | 'default' | 'help'>;
