import { ConfigError } from '#config';

/** All migrations were applied, but the database does not have all columns that this version uses. */
export class SchemaMismatch extends ConfigError {
  constructor(faults: readonly string[]) {
    super(`the database schema does not match this version: ${faults.join('; ')}`);
  }
}
