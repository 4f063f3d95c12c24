import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';

/** What a change says, and null for what it takes away; refused where it says nothing. */
export function withCleared(
  settings: object,
  cleared: readonly string[] | undefined,
  clearable: readonly string[],
): Record<string, unknown> {
  const names = (cleared ?? []).map((written) => toClearable(written, clearable));
  const given = Object.entries(settings).filter(([, value]) => value !== undefined);
  const both = given.find(([name]) => names.includes(name));
  if (both !== undefined)
    throw new CommandFailure(`--clear: ${both[0]} is set by the same command.`, exitCodes.usage);
  if (given.length + names.length === 0)
    throw new CommandFailure('Say what to change; --help lists the options.', exitCodes.usage);
  return Object.fromEntries([...given, ...names.map((name): [string, null] => [name, null])]);
}

/** `requests-per-day` is `requests_per_day` in the admin API. */
function toClearable(written: string, clearable: readonly string[]): string {
  const name = written.replaceAll('-', '_');
  if (clearable.includes(name)) return name;
  const known = clearable.map((each) => each.replaceAll('_', '-')).join(', ');
  throw new CommandFailure(`--clear: "${written}" is none of ${known}.`, exitCodes.usage);
}
