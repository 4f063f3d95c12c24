import { type AuthType } from '#credentials';

/** A setting that a channel of some provider has: the console's form shows these, and the config file is checked by them. */
export interface ChannelField {
  /** As the admin API calls the setting. */
  readonly name: 'base_url' | 'api_keys' | 'api_version' | 'region' | 'project' | 'location' | 'auth';
  readonly label: string;
  /** `secrets`: one or several that are never shown again. `auth`: who it is, in place of them. */
  readonly type: 'url' | 'text' | 'secrets' | 'auth';
  readonly required: boolean;
  /** What counts where it is left empty. */
  readonly default?: string;
  readonly help?: string;
  /** Of a field `auth`: the type that it takes. */
  readonly authType?: AuthType;
}

/** Where the service is. One whose accounts all have an address of their own has no default. */
export function baseUrlField({ default: usual, help }: Pick<ChannelField, 'default' | 'help'>): ChannelField {
  const required = usual === undefined;
  return { name: 'base_url', label: 'Base URL', type: 'url', required, default: usual, help };
}

export function apiKeysField({ required }: Pick<ChannelField, 'required'>): ChannelField {
  return {
    name: 'api_keys',
    label: 'API keys',
    type: 'secrets',
    required,
    help: 'Several are used in turn.',
  };
}

export function apiVersionField(): ChannelField {
  return { name: 'api_version', label: 'API version', type: 'text', required: false };
}

/** Which of a cloud's regions answers. */
export function regionField({ required, default: usual, help }: Optional): ChannelField {
  return { name: 'region', label: 'Region', type: 'text', required, default: usual, help };
}

/** Whose project pays. */
export function projectField({ required, default: usual, help }: Optional): ChannelField {
  return { name: 'project', label: 'Project', type: 'text', required, default: usual, help };
}

export function locationField({ required, default: usual, help }: Optional): ChannelField {
  return { name: 'location', label: 'Location', type: 'text', required, default: usual, help };
}

/** An identity in place of a key. */
export function authField(authType: AuthType): ChannelField {
  return {
    name: 'auth',
    label: AUTH_LABELS[authType],
    type: 'auth',
    required: false,
    help: 'An identity in place of a key. Empty fields fall back to the credentials of the host.',
    authType,
  };
}

const AUTH_LABELS: Readonly<Record<AuthType, string>> = {
  aws: 'Sign with AWS credentials',
  google: 'Sign in as a Google identity',
  entra: 'Sign in with Entra ID',
};

type Optional = Pick<ChannelField, 'required' | 'default' | 'help'>;
