export class JsonSyntaxError extends Error {
  override readonly name = 'JsonSyntaxError';

  constructor(
    problem: string,
    readonly offset: number,
  ) {
    super(`${problem} at byte ${offset}`);
  }
}
