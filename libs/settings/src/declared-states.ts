import { type ConfigOverride } from './config-override.repository.js';

/** Decides between what a config file says of entries and what was switched against it. Changes nothing by itself. */
export class DeclaredStates {
  /** What the file now says of entries that were switched, where it said something else before. */
  readonly declarations = new Map<string, boolean>();
  private readonly overrides: ReadonlyMap<string, ConfigOverride>;

  constructor(overrides: readonly ConfigOverride[]) {
    this.overrides = new Map(overrides.map((override) => [override.entryId, override]));
  }

  /** Whether the entry is enabled, by its override or else by the file. */
  settle(entryId: string, declared: boolean): boolean {
    const override = this.overrides.get(entryId);
    if (override === undefined) return declared;
    if (override.declared !== declared) this.declarations.set(entryId, declared);
    return override.enabled;
  }
}
