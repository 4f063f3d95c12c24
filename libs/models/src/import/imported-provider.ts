/** One provider as this program, models.dev and LiteLLM's price file name it. */
export interface ImportedProvider {
  provider: string;
  isMaker: boolean;
  hasDatedReleases: boolean;
  hosts: readonly string[];
  /** What their makers know of the models holds here, too; only what they cost and how much they take is its own. */
  servesAsMaker?: boolean;
  modelsDev?: string;
  liteLlm?: {
    providers: readonly string[];
    /** What stands before its own name of a model. Of two that name the same one the first counts. */
    prefixes: readonly string[];
    mayLackPrefix?: boolean;
    /** Some lists name every model that anybody ever tried. */
    onlyWithModelsDev?: boolean;
  };
  /** Names that are no models of today, or that nobody calls. */
  leftOut?: RegExp;
  /** What stands before a name where a price holds for one region. Without it, it is not known where a model runs. */
  region?: RegExp;
  /** Whether its pages show prices to the cent, so that one who copied them says less than one who did not. */
  showsCents?: boolean;
}
