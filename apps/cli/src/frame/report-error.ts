import { CommanderError } from 'commander';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';

export interface ErrorPlace {
  /** Where people look: stderr, but for `up` stdout. */
  write: (text: string) => void;
  isJson: boolean;
}

const UNREACHABLE_DATABASE: readonly unknown[] = ['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ETIMEDOUT'];
/** What Postgres says of a table or a column that is not there. */
const NOT_MIGRATED: readonly unknown[] = ['42P01', '42703'];

/** Tells what went wrong, and answers the exit code. */
export function reportError(error: unknown, place: ErrorPlace): number {
  if (error instanceof CommanderError) return reportMisunderstanding(error, place);
  const failure = asFailure(error);
  if (failure === undefined) {
    // Nothing that people can act on: a bug, which shows its stack.
    place.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    return exitCodes.failure;
  }
  place.write(place.isJson ? asJson(failure) : `${failure.message}\n`);
  return failure.exitCode;
}

/** People have been told by the parser already. */
function reportMisunderstanding({ exitCode, message }: CommanderError, place: ErrorPlace): number {
  if (exitCode === 0) return exitCodes.success;
  const reason = message.replace(/^error: /, '').replaceAll('\n', ' ');
  if (place.isJson) place.write(asJson(new CommandFailure(reason, exitCodes.usage)));
  return exitCodes.usage;
}

function asJson({ message, exitCode }: CommandFailure): string {
  return `${JSON.stringify({ error: { message, exit_code: exitCode } })}\n`;
}

/** Faults that people can do something about. */
function asFailure(error: unknown): CommandFailure | undefined {
  if (error instanceof CommandFailure) return error;
  const { code, message } = error as { code?: unknown; message?: string };
  if (NOT_MIGRATED.includes(code)) {
    return new CommandFailure(
      'The database is not up to date: run "modelgate migrate", or start the gateway.',
      exitCodes.failure,
    );
  }
  if (!UNREACHABLE_DATABASE.includes(code)) return undefined;
  const reason = message === undefined || message === '' ? String(code) : message;
  return new CommandFailure(`The database does not answer: ${reason}`, exitCodes.unreachable);
}
