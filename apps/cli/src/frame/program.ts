import { Argument, Command as Program, InvalidArgumentError, Option } from 'commander';
import { type ArgumentSpec, type Command } from './command.js';
import { type OptionSpec, type OptionSpecs, flag, flagName, text } from './options.js';

export type Runner = (command: Command, args: (string | undefined)[], options: object) => Promise<void>;

const JSON_OPTION = { json: flag('print the result as JSON') };

const ADMIN_OPTIONS = {
  server: text('<url>', 'ask the gateway at this address (MODELGATE_SERVER) instead of the local database'),
  adminToken: text('<token>', 'the admin token to ask it with (better: MODELGATE_ADMIN_TOKEN)'),
};

/** Nouns that people write in the plural, too. */
const PLURALS: ReadonlyMap<string, string> = new Map([['model', 'models']]);

/** Every option that a command takes, those of the frame included. */
export function toOptions({ options = {}, hasJson, speaksToAdmin }: Command): OptionSpecs {
  return { ...options, ...(speaksToAdmin ? ADMIN_OPTIONS : {}), ...(hasJson ? JSON_OPTION : {}) };
}

/** Writes the commands down for the parser. */
export function describeProgram(
  commands: readonly Command[],
  nouns: Readonly<Record<string, string>>,
  run: Runner,
): Program {
  const program = new Program('modelgate')
    .description('A gateway to every model a team has an account for')
    .option('-V, --version', 'print the version')
    .showHelpAfterError('Run with --help to see what there is.')
    .exitOverride();
  const parents = new Map<string, Program>();
  for (const command of commands) {
    const [first = '', verb] = command.name.split(' ');
    if (verb === undefined) {
      describeCommand(program.command(first), command, run);
      continue;
    }
    const parent = parents.get(first) ?? describeNoun(program.command(first), nouns[first] ?? '');
    parents.set(first, parent);
    describeCommand(parent.command(verb), command, run);
  }
  return program;
}

function describeNoun(program: Program, description: string): Program {
  const plural = PLURALS.get(program.name());
  return plural === undefined
    ? program.description(description)
    : program.description(description).alias(plural);
}

function describeCommand(program: Program, command: Command, run: Runner): void {
  const { summary, args = [], examples } = command;
  program.description(summary);
  for (const argument of args) program.addArgument(describeArgument(argument));
  for (const [name, spec] of Object.entries(toOptions(command)))
    program.addOption(describeOption(name, spec));
  program.addHelpText('after', describeExamples(examples));
  program.action(async (...given: unknown[]) => {
    const written = given.slice(0, args.length) as (string | undefined)[];
    await run(command, written, { ...unsetFlags(command), ...program.opts() });
  });
}

function describeArgument({ name, description, choices }: ArgumentSpec): Argument {
  const argument = new Argument(name, description);
  return choices === undefined ? argument : argument.choices([...choices]);
}

function describeOption(name: string, spec: OptionSpec): Option {
  if (spec.kind === 'flag') return new Option(flagName(name), spec.description);
  const option = new Option(`${flagName(name)} ${spec.value}`, spec.description);
  if (spec.kind === 'choice') return option.argParser(parseChoice(spec.choices));
  if (spec.kind === 'number') return option.argParser(parseNumber(spec.min, spec.max));
  if (spec.kind === 'list') return option.argParser(addToList);
  return option;
}

/** The help of the parser's own choices names them a second time. */
function parseChoice(choices: readonly string[]): (written: string) => string {
  return (written) => {
    if (choices.includes(written)) return written;
    throw new InvalidArgumentError(`Allowed choices are ${choices.join(', ')}.`);
  };
}

function parseNumber(min: number, max: number): (written: string) => number {
  return (written) => {
    const value = /^-?\d+(\.\d+)?$/.test(written) ? Number(written) : Number.NaN;
    if (value >= min && value <= max) return value;
    const range = max === Number.MAX_SAFE_INTEGER ? `${min} or more` : `${min} to ${max}`;
    throw new InvalidArgumentError(`It takes a number, ${range}.`);
  };
}

function addToList(written: string, former: string[] | undefined): string[] {
  const items = written.split(',').map((item) => item.trim());
  return [...(former ?? []), ...items.filter((item) => item !== '')];
}

function unsetFlags(command: Command): Record<string, false> {
  const flags = Object.entries(toOptions(command)).filter(([, { kind }]) => kind === 'flag');
  return Object.fromEntries(flags.map(([name]) => [name, false] as const));
}

function describeExamples(examples: Command['examples']): string {
  const lines = examples.flatMap(({ what, line }) => [`  ${what}`, `    modelgate ${line}`]);
  return ['', examples.length === 1 ? 'Example:' : 'Examples:', ...lines].join('\n');
}
