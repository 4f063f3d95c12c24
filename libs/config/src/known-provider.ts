/** The facts about a provider that the configuration needs. The program passes in the list of providers. */
export interface KnownProvider {
  readonly id: string;
  /** The environment variable whose key becomes a channel. */
  readonly apiKeyVariable?: string | undefined;
  /** The settings of its channels besides the common ones, by their names in the admin API. */
  readonly fields: readonly {
    readonly name: string;
    readonly required: boolean;
    /** For the field `auth`: the supported type. */
    readonly authType?: string | undefined;
  }[];
}
