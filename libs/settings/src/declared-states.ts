import { type ConfigOverride } from './config-override.repository.js';

/** Resolves whether entries are enabled, from the config file and the overrides. Changes nothing in the database. */
export class DeclaredStates {
  /** The new values of the config file for overridden entries whose value has changed. */
  readonly declarations = new Map<string, boolean>();
  private readonly overrides: ReadonlyMap<string, ConfigOverride>;

  constructor(overrides: readonly ConfigOverride[]) {
    this.overrides = new Map(overrides.map((override) => [override.entryId, override]));
  }

  /** Whether the entry is enabled, according to its override, else to the file. */
  resolve(entryId: string, declared: boolean): boolean {
    const override = this.overrides.get(entryId);
    if (override === undefined) return declared;
    if (override.declared !== declared) this.declarations.set(entryId, declared);
    return override.enabled;
  }
}
