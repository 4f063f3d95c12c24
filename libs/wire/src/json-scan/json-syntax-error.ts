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
