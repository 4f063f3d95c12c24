/** A setting that a channel of some provider has: the console's form shows these, and the config file is checked by them. */
export interface ChannelField {
  /** As the admin API calls the setting. */
  readonly name: 'base_url' | 'api_keys' | 'api_version';
  readonly label: string;
  /** `secrets`: one or several that are never shown again. */
  readonly type: 'url' | 'text' | 'secrets';
  readonly required: boolean;
  /** What counts where it is left empty. */
  readonly default?: string;
  readonly help?: string;
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
