import { CommandFailure } from '../command-failure.js';

/** What the admin API did not do, in its own words. */
export class AdminRefusal extends CommandFailure {
  constructor(
    message: string,
    exitCode: number,
    /** Of the answer. */
    readonly status: number,
  ) {
    super(message, exitCode);
  }
}
