/** What the model behind the service does with the requests to come. */
export type ScenarioName =
  /** Says the last user text back. */
  | 'text'
  /** Calls the first tool; once it has the result, quotes it. */
  | 'tool'
  /** Calls two tools at once; once it has the results, quotes them. */
  | 'parallel-tools'
  | 'json'
  | 'reasoning'
  | 'reasoning-tool'
  /** Runs into its limit of tokens. */
  | 'length'
  /** Is stopped by the safety filter. */
  | 'filter'
  /** Has read a part of the prompt from the cache. */
  | 'cached'
  /** Says what is hard to cut in chunks, and cuts it there. */
  | 'unicode'
  /** Will not answer. */
  | 'refusal';
