import { type Config } from '#config';

/** The section `policies` of the config file. */
export type PolicySettings = NonNullable<NonNullable<Config['file']>['policies']>;
