import { type DatabaseOptions } from './data-source.js';

/** The injection token of the options of a process for its connections. */
export const DATABASE_OPTIONS = Symbol('database options');

export interface DatabaseModuleOptions extends Pick<DatabaseOptions, 'poolSize' | 'applicationName'> {
  /** Whether pending migrations run before the data source is available. Default: true. */
  migrationsRun?: boolean;
}
