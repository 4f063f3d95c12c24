import { ConfigError } from '#config';

/** All migrations were applied, and yet the database lacks something that this version uses. */
export class SchemaMismatch extends ConfigError {
  constructor(faults: readonly string[]) {
    super(`the database does not have the schema of this version: ${faults.join('; ')}`);
  }
}
