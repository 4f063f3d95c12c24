/** The prompt of a request, independent of the service. */
export interface Prompt {
  lastUserText: string;
  userTexts: readonly string[];
  words: number;
  toolNames: readonly string[];
  /** The results of tools, if they are the last items of the request. */
  toolResults: readonly string[];
  /** Whether the request requires reasoning. */
  requiresReasoning: boolean;
  /** The schema of the output, if it has to be JSON. */
  schema?: unknown;
}
