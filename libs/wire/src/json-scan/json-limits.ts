/**
 * How much a JSON text from outside may hold, whatever its bytes allow: 31 MB can be fifteen million numbers. Checked
 * while the text is walked, before anything is kept of it. Generous for every real request: an embeddings request has
 * at most 300,000 tokens, a conversation at most 100,000 messages.
 */
export const JSON_LIMITS = {
  /** Arrays and objects within each other. */
  maxDepth: 100,
  /** Of every kind and at every depth. */
  maxValues: 500_000,
  /** Of one object. */
  maxMembers: 50_000,
  maxKeyBytes: 64 * 1024,
} as const;

/** Of one conversation. Anthropic documents this number; the other services take fewer. */
export const MAX_MESSAGES = 100_000;

/** In a request that has to be translated: each value costs many times what it costs to pass it on. */
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

/** Well-formed so far, but more than is taken. */
export class JsonLimitError extends Error {
  override readonly name = 'JsonLimitError';

  constructor(
    /** Reads as the end of a sentence about the member. */
    readonly problem: string,
    /** The member of the outermost object that holds too much, where it is one. */
    readonly member: string | undefined,
  ) {
    super(problem);
  }
}
