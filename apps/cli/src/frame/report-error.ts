import { CommanderError } from 'commander';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';

export interface ErrorOutput {
  /** Writes to stderr, or to stdout for `up`. */
  write: (text: string) => void;
  isJson: boolean;
}

const UNREACHABLE_DATABASE: readonly unknown[] = ['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ETIMEDOUT'];
/** The codes of Postgres for a missing table or column. */
const NOT_MIGRATED: readonly unknown[] = ['42P01', '42703'];

/** Writes the error and returns the exit code. */
export function reportError(error: unknown, output: ErrorOutput): number {
  if (error instanceof CommanderError) return reportUsageError(error, output);
  const failure = toFailure(error);
  if (failure === undefined) {
    // A bug: the stack trace is needed to find it.
    output.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    return exitCodes.failure;
  }
  output.write(output.isJson ? toJson(failure) : `${failure.message}\n`);
  return failure.exitCode;
}

/** The parser has already written the message as text. */
function reportUsageError({ exitCode, message }: CommanderError, output: ErrorOutput): number {
  if (exitCode === 0) return exitCodes.success;
  const reason = message.replace(/^error: /, '').replaceAll('\n', ' ');
  if (output.isJson) output.write(toJson(new CommandFailure(reason, exitCodes.usage)));
  return exitCodes.usage;
}

function toJson({ message, exitCode }: CommandFailure): string {
  return `${JSON.stringify({ error: { message, exit_code: exitCode } })}\n`;
}

/** Undefined for errors that an operator cannot fix. */
function toFailure(error: unknown): CommandFailure | undefined {
  if (error instanceof CommandFailure) return error;
  const { code, message } = error as { code?: unknown; message?: string };
  if (NOT_MIGRATED.includes(code)) {
    return new CommandFailure(
      'The database schema is outdated. Run "modelgate migrate", or start the gateway.',
      exitCodes.failure,
    );
  }
  if (!UNREACHABLE_DATABASE.includes(code)) return undefined;
  const reason = message === undefined || message === '' ? String(code) : message;
  return new CommandFailure(`The database does not respond: ${reason}`, exitCodes.unreachable);
}
