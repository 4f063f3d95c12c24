import { Argument, Command as Program, InvalidArgumentError, Option } from 'commander';
import { type ArgumentSpec, type Command } from './command.js';
import { type OptionSpec, type OptionSpecs, flag, toFlagName, text } from './options.js';

export type Runner = (command: Command, args: (string | undefined)[], options: object) => Promise<void>;

const JSON_OPTION = { json: flag('print the result as JSON') };

const ADMIN_OPTIONS = {
  server: text('<url>', 'URL of a gateway to manage, instead of the local database (env: MODELGATE_SERVER)'),
  adminToken: text('<token>', 'admin token for --server (preferably set MODELGATE_ADMIN_TOKEN)'),
};

/** Nouns that are also accepted in the plural. */
const PLURALS: ReadonlyMap<string, string> = new Map([['model', 'models']]);

/** All options of a command, including the common ones. */
export function toOptions({ options = {}, hasJson, usesAdminApi }: Command): OptionSpecs {
  return { ...options, ...(usesAdminApi ? ADMIN_OPTIONS : {}), ...(hasJson ? JSON_OPTION : {}) };
}

/** Declares the commands for the parser. */
export function describeProgram(
  commands: readonly Command[],
  nouns: Readonly<Record<string, string>>,
  run: Runner,
): Program {
  const program = new Program('modelgate')
    .description('Self-hosted gateway for AI models')
    .option('-V, --version', 'print the version')
    .showHelpAfterError('Run with --help to see the commands.')
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
  program.action(async (...parameters: unknown[]) => {
    const values = parameters.slice(0, args.length) as (string | undefined)[];
    await run(command, values, { ...getUnsetFlags(command), ...program.opts() });
  });
}

function describeArgument({ name, description, choices }: ArgumentSpec): Argument {
  const argument = new Argument(name, description);
  return choices === undefined ? argument : argument.choices([...choices]);
}

function describeOption(name: string, spec: OptionSpec): Option {
  if (spec.kind === 'flag') return new Option(toFlagName(name), spec.description);
  const option = new Option(`${toFlagName(name)} ${spec.value}`, spec.description);
  if (spec.kind === 'choice') return option.argParser(parseChoice(spec.choices));
  if (spec.kind === 'number') return option.argParser(parseNumber(spec.min, spec.max));
  if (spec.kind === 'list') return option.argParser(addToList);
  return option;
}

/** The parser's own choices are not used, because the help text would list them twice. */
function parseChoice(choices: readonly string[]): (input: string) => string {
  return (input) => {
    if (choices.includes(input)) return input;
    throw new InvalidArgumentError(`Allowed choices are ${choices.join(', ')}.`);
  };
}

function parseNumber(min: number, max: number): (input: string) => number {
  return (input) => {
    const value = /^-?\d+(\.\d+)?$/.test(input) ? Number(input) : Number.NaN;
    if (value >= min && value <= max) return value;
    const range = max === Number.MAX_SAFE_INTEGER ? `${min} or more` : `${min} to ${max}`;
    throw new InvalidArgumentError(`It must be a number, ${range}.`);
  };
}

function addToList(input: string, previousItems: string[] | undefined): string[] {
  const items = input.split(',').map((item) => item.trim());
  return [...(previousItems ?? []), ...items.filter((item) => item !== '')];
}

function getUnsetFlags(command: Command): Record<string, false> {
  const flags = Object.entries(toOptions(command)).filter(([, { kind }]) => kind === 'flag');
  return Object.fromEntries(flags.map(([name]) => [name, false] as const));
}

function describeExamples(examples: Command['examples']): string {
  const lines = examples.flatMap(({ what, line }) => [`  ${what}`, `    modelgate ${line}`]);
  return ['', examples.length === 1 ? 'Example:' : 'Examples:', ...lines].join('\n');
}
