import type { Path } from './path.js';

/** What is wrong with one value of the config file. */
export class Problem extends Error {
  constructor(
    readonly path: Path,
    statement: string,
    /** Where the path alone does not tell the line. */
    readonly line?: number,
  ) {
    super(statement);
  }
}
