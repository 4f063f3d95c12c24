/** The syntax of an option on the command line. Its name is its key in `OptionSpecs`. */
export type OptionSpec =
  | { kind: 'flag'; description: string }
  | { kind: 'text'; value: string; description: string }
  | { kind: 'number'; value: string; description: string; min: number; max: number }
  | { kind: 'choice'; value: string; description: string; choices: readonly string[] }
  | { kind: 'list'; value: string; description: string };

export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

/** The option values of a command. A flag is always set, other options are undefined if they were not given. */
export type OptionValues<Specs extends OptionSpecs> = {
  [Name in keyof Specs]: ValueOf<Specs[Name]>;
};

type ValueOf<Spec extends OptionSpec> = Spec extends { kind: 'flag' }
  ? boolean
  : Spec extends { kind: 'number' }
    ? number | undefined
    : Spec extends { kind: 'list' }
      ? string[] | undefined
      : Spec extends { kind: 'choice'; choices: readonly (infer Choice)[] }
        ? Choice | undefined
        : string | undefined;

export function flag(description: string) {
  return { kind: 'flag', description } as const;
}

/** `value` is the placeholder in the help text, such as `<time>`. */
export function text(value: string, description: string) {
  return { kind: 'text', value, description } as const;
}

export function number(value: string, description: string, { min = 0, max = Number.MAX_SAFE_INTEGER } = {}) {
  return { kind: 'number', value, description, min, max } as const;
}

export function choice<const Choices extends readonly string[]>(description: string, choices: Choices) {
  return { kind: 'choice', value: `<${choices.join('|')}>`, description, choices } as const;
}

/** Can be given several times, each time with one or more values separated by commas. */
export function list(value: string, description: string) {
  return { kind: 'list', value, description } as const;
}

/** `--allowed-ips` for `allowedIps`. */
export function toFlagName(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
