/** What the model behind the service does with the next requests. */
export type ScenarioName =
  /** Repeats the last user text. */
  | 'text'
  /** Calls the first tool; once it has the result, quotes it. */
  | 'tool'
  /** Calls two tools at once; once it has the results, quotes them. */
  | 'parallel-tools'
  | 'json'
  | 'reasoning'
  | 'reasoning-tool'
  /** Reaches its limit of tokens. */
  | 'length'
  /** Is stopped by the safety filter. */
  | 'filter'
  /** Reads a part of the prompt from the cache. */
  | 'cached'
  /** Returns text that is hard to divide into chunks, and divides it at the hard places. */
  | 'unicode'
  /** Refuses to answer. */
  | 'refusal';
