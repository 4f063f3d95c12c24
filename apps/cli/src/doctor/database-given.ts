import { type Config } from '#config';
import { type Database } from '#database';

/** What the checks of the database are given. */
export interface DatabaseGiven {
  config: Config;
  database: Database;
}
