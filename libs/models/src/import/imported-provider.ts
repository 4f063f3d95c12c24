/** A provider under the names of this program, models.dev and LiteLLM's price file. */
export interface ImportedProvider {
  provider: string;
  isMaker: boolean;
  hasDatedReleases: boolean;
  hosts: readonly string[];
  /** The makers' facts about the models also apply here; only prices and limits are its own. */
  servesAsMaker?: boolean;
  modelsDev?: string;
  liteLlm?: {
    providers: readonly string[];
    /** Prefixes of LiteLLM's names. If two entries have the same name, the first prefix takes precedence. */
    prefixes: readonly string[];
    mayLackPrefix?: boolean;
    /** For lists with many models that are not served any more. */
    onlyWithModelsDev?: boolean;
  };
  /** Names that are retired, or that are not models. */
  excludedNames?: RegExp;
  /** The prefix of a name whose price applies to one region. Without it, the region is unknown. */
  region?: RegExp;
  /** Its pages show prices to the cent, so that exact prices from elsewhere are preferred. */
  showsCents?: boolean;
}
