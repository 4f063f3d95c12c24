const diskFull = /No space left on device|Disk quota exceeded|ENOSPC|EDQUOT/;
const uninformative =
  /^LOG: {2}(starting PostgreSQL|listening on|shutting down|database system is shut down)/;
const logPrefix = /^\d{4}-\d\d-\d\d [\d:.]+ \S+ \[\d+\] /;

/** The last lines of a program's output that explain a failure, without timestamps. */
export function lastMeaningfulLines(output: string, count = 6): string {
  const lines = output
    .split('\n')
    .map((line) => line.replace(logPrefix, '').trimEnd())
    .filter((line) => line !== '' && !uninformative.test(line));
  return lines.slice(-count).join('\n');
}

/** Converts any thrown value to an Error that explains how to fix known causes. */
export function explainFailure(thrown: unknown, folder: string): Error {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  if (diskFull.test(error.message)) {
    return new Error(`The disk of ${folder} is full. Free disk space and start again.`, { cause: error });
  }
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new Error(
      `The embedded PostgreSQL cannot access ${path ?? folder} (${code}): ` +
        'start as the user that owns it.',
      { cause: error },
    );
  }
  if (code === 'ENOENT' && syscall?.startsWith('spawn')) {
    return new Error(
      `${path} does not run on this system, possibly because glibc is missing: ` +
        'set DATABASE_URL to a PostgreSQL server of your own.',
      { cause: error },
    );
  }
  return error;
}
