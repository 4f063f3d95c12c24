import { type DatabaseOptions } from './data-source.js';

/** A process may give its connections other properties than usual. */
export const DATABASE_OPTIONS = Symbol('database options');

export interface DatabaseModuleOptions extends Pick<DatabaseOptions, 'poolSize' | 'applicationName'> {
  /** Brings the schema up to date before anybody gets to the database; by default it does. */
  migrationsRun?: boolean;
}
