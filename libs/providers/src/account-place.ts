/** The location of a channel's account. */
export interface AccountPlace {
  baseUrl?: string;
  apiVersion?: string;
  /** For clouds that have a host per region. */
  region?: string;
  /** For Google Cloud: the project that pays, and the location where the models run. */
  project?: string;
  location?: string;
}
