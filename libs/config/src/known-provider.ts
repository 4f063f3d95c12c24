/** What the configuration has to know of a provider. The program passes these in: who they are is not known here. */
export interface KnownProvider {
  readonly id: string;
  /** The environment variable whose key becomes a channel. */
  readonly apiKeyVariable?: string | undefined;
  /** The settings that its channels have besides the common ones, as the admin API calls them. */
  readonly fields: readonly {
    readonly name: string;
    readonly required: boolean;
    /** Of the field `auth`: the type that it takes. */
    readonly authType?: string | undefined;
  }[];
}
