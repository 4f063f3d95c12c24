import { type AdminClient } from '../admin/admin-client.js';
import { type OptionSpecs, type OptionValues } from './options.js';
import { type Output } from './output.js';

export interface ArgumentSpec {
  /** As help writes it: `<id>`, or `[file]` where it may be left out. */
  name: string;
  description: string;
  choices?: readonly string[];
}

export interface Example {
  /** Without `modelgate` in front. */
  line: string;
  what: string;
}

export interface CommandInput<Specs extends OptionSpecs> {
  /** As many as the command declares; one that may be left out is undefined then. */
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

/** Resolves to the exit code, where that is not success. */
type Ending = Promise<number | void>;

interface LocalDefinition<Specs extends OptionSpecs> extends Description<Specs> {
  /** False where there is nothing to print as JSON. */
  json?: false;
  run(input: CommandInput<Specs>, output: Output): Ending;
}

interface AdminDefinition<Specs extends OptionSpecs> extends Description<Specs> {
  run(input: CommandInput<Specs>, admin: AdminClient, output: Output): Ending;
}

/** A command as the command line sees it, whatever its options are. */
export interface Command extends Description<OptionSpecs> {
  /** Whether it speaks to the admin API: then it takes --server and --admin-token too. */
  speaksToAdmin: boolean;
  hasJson: boolean;
  run(input: CommandInput<OptionSpecs>, means: { output: Output; admin?: AdminClient }): Ending;
}

/** A command that works on this machine alone. */
export function defineCommand<const Specs extends OptionSpecs>(definition: LocalDefinition<Specs>): Command {
  return {
    ...definition,
    speaksToAdmin: false,
    hasJson: definition.json !== false,
    run: (input, { output }) => definition.run(input as CommandInput<Specs>, output),
  };
}

/** A command that asks the admin API: the one of a server, or one opened in this process on the local database. */
export function defineAdminCommand<const Specs extends OptionSpecs>(
  definition: AdminDefinition<Specs>,
): Command {
  return {
    ...definition,
    speaksToAdmin: true,
    hasJson: true,
    run: (input, { output, admin }) => {
      if (admin === undefined) throw new Error(`${definition.name} was run without an admin API`);
      return definition.run(input as CommandInput<Specs>, admin, output);
    },
  };
}
