/** Where the account of a channel is. */
export interface AccountPlace {
  baseUrl?: string;
  apiVersion?: string;
  /** Of clouds whose every region has an address of its own. */
  region?: string;
  /** Of Google's cloud: who pays, and where the models run. */
  project?: string;
  location?: string;
}
