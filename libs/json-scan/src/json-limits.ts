/**
 * Limits for JSON from outside, because 31 MB can contain fifteen million numbers. They are checked during the scan,
 * before anything is stored, and are generous for every real request: an embeddings request has at most 300,000
 * tokens, a conversation at most 100,000 messages.
 */
export const JSON_LIMITS = {
  /** Nested arrays and objects. */
  maxDepth: 100,
  /** Values of every kind at every depth. */
  maxValues: 500_000,
  /** Members of one object. */
  maxMembers: 50_000,
  maxKeyBytes: 64 * 1024,
} as const;

/** Values of a request that is translated. Translating a value takes many times longer than forwarding it. */
export const MAX_TRANSLATED_VALUES = 100_000;

export class JsonSyntaxError extends Error {
  override readonly name: string = 'JsonSyntaxError';

  constructor(
    problem: string,
    readonly offset: number,
  ) {
    super(`${problem} at byte ${offset}`);
  }
}

/** The text is well-formed so far, but exceeds a limit. */
export class JsonLimitError extends Error {
  override readonly name = 'JsonLimitError';

  constructor(
    /** The end of a sentence whose subject is the member. */
    readonly problem: string,
    /** The member of the outermost object that contains too much, if there is one. */
    readonly member: string | undefined,
  ) {
    super(problem);
  }
}
