import { type Config } from '#config';

/** What the config file says under `policies`. */
export type PolicySettings = NonNullable<NonNullable<Config['file']>['policies']>;
