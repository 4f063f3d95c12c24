/** What the model makes of a request, whichever service it came by. */
export interface Prompt {
  lastUserText: string;
  userTexts: readonly string[];
  words: number;
  toolNames: readonly string[];
  /** What the tools said, if their results are the last thing in the request. */
  toolResults: readonly string[];
  /** Whether the request leaves the model no choice but to think. */
  mustThink: boolean;
  /** What the answer has to be like, where it has to be JSON. */
  schema?: unknown;
}
