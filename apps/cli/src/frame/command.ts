import { type AdminClient } from '../admin/admin-client.js';
import { type OptionSpecs, type OptionValues } from './options.js';
import { type Output } from './output.js';

export interface ArgumentSpec {
  /** As in the help text: `<id>`, or `[file]` if it is optional. */
  name: string;
  description: string;
  choices?: readonly string[];
}

export interface Example {
  /** Without the leading `modelgate`. */
  line: string;
  what: string;
}

export interface CommandInput<Specs extends OptionSpecs> {
  /** One entry per declared argument. Undefined for an optional argument that is missing. */
  args: readonly (string | undefined)[];
  options: OptionValues<Specs>;
}

interface Description<Specs extends OptionSpecs> {
  /** A noun and a verb, or a verb alone: `token list`, `up`. */
  name: string;
  summary: string;
  args?: readonly ArgumentSpec[];
  options?: Specs;
  examples: readonly Example[];
}

/** Resolves to the exit code, or to undefined for success. */
type CommandResult = Promise<number | void>;

interface LocalDefinition<Specs extends OptionSpecs> extends Description<Specs> {
  /** False if the command has no JSON output. */
  json?: false;
  run(input: CommandInput<Specs>, output: Output): CommandResult;
}

interface AdminDefinition<Specs extends OptionSpecs> extends Description<Specs> {
  run(input: CommandInput<Specs>, admin: AdminClient, output: Output): CommandResult;
}

/** A command without the types of its own options. */
export interface Command extends Description<OptionSpecs> {
  /** Whether it calls the admin API. If so, it also accepts --server and --admin-token. */
  usesAdminApi: boolean;
  hasJson: boolean;
  run(input: CommandInput<OptionSpecs>, context: { output: Output; admin?: AdminClient }): CommandResult;
}

/** A command that does not use the admin API. */
export function defineCommand<const Specs extends OptionSpecs>(definition: LocalDefinition<Specs>): Command {
  return {
    ...definition,
    usesAdminApi: false,
    hasJson: definition.json !== false,
    run: (input, { output }) => definition.run(input as CommandInput<Specs>, output),
  };
}

/** A command that uses the admin API, either of a server or in this process with the local database. */
export function defineAdminCommand<const Specs extends OptionSpecs>(
  definition: AdminDefinition<Specs>,
): Command {
  return {
    ...definition,
    usesAdminApi: true,
    hasJson: true,
    run: (input, { output, admin }) => {
      if (admin === undefined) throw new Error(`${definition.name} was run without an admin API`);
      return definition.run(input as CommandInput<Specs>, admin, output);
    },
  };
}
