import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';

/** The names in the admin API of the settings that `--clear` accepts. */
export type ClearableSettings<Name extends string = string> = Readonly<Record<Name, true>>;

/** A PATCH body with the given settings, and null for the cleared ones. Fails if there are no settings. */
export function composePatch(
  settings: object,
  cleared: readonly string[] | undefined,
  clearable: ClearableSettings,
): Record<string, unknown> {
  const names = (cleared ?? []).map((option) => toSettingName(option, Object.keys(clearable)));
  const given = Object.entries(settings).filter(([, value]) => value !== undefined);
  const both = given.find(([name]) => names.includes(name));
  if (both !== undefined)
    throw new CommandFailure(
      `--clear: ${both[0]} cannot be set and cleared at the same time.`,
      exitCodes.usage,
    );
  if (given.length + names.length === 0)
    throw new CommandFailure(
      'Pass at least one setting to change. See --help for the options.',
      exitCodes.usage,
    );
  return Object.fromEntries([...given, ...names.map((name): [string, null] => [name, null])]);
}

/** `requests-per-day` is `requests_per_day` in the admin API. */
function toSettingName(option: string, clearable: readonly string[]): string {
  const name = option.replaceAll('-', '_');
  if (clearable.includes(name)) return name;
  const choices = clearable.map((each) => each.replaceAll('_', '-')).join(', ');
  throw new CommandFailure(`--clear: "${option}" is unknown. Use ${choices}.`, exitCodes.usage);
}
