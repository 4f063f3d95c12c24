import { commands, nouns } from './command-list.js';
import { type Command, type CommandInput } from './frame/command.js';
import { type OptionSpecs } from './frame/options.js';
import { Output } from './frame/output.js';
import { describeProgram } from './frame/program.js';
import { type ErrorOutput, reportError } from './frame/report-error.js';
import { printLine } from './print-line.js';

/** This command prints its messages to stdout, because stderr of `npm start` contains only log lines. */
const STDOUT_COMMAND = 'up';

const VERSION_OPTIONS = ['-V', '--version'];

/** Runs one command. Commands import their dependencies when they run, so that help does not load a database driver. */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  ignoreClosedPipes();
  const stream = args[0] === STDOUT_COMMAND ? process.stdout : process.stderr;
  const write = (text: string): void => void stream.write(text);
  const errorOutput: ErrorOutput = { write, isJson: args.includes('--json') };
  if (args.length === 1 && VERSION_OPTIONS.includes(args[0] ?? '')) return printVersion();
  const program = describeProgram(commands, nouns, async (command, values, options) => {
    process.exitCode = await runCommand(command, { args: values, options } as CommandInput<OptionSpecs>);
  });
  // Subcommands do not inherit the output settings, so each is configured.
  for (const each of [
    program,
    ...program.commands,
    ...program.commands.flatMap(({ commands: verbs }) => verbs),
  ])
    each.configureOutput({ writeErr: errorOutput.isJson ? () => undefined : write });
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    process.exitCode = reportError(error, errorOutput);
  }
}

/** A reader such as `head` closes the pipe early. Further output is lost, but the command must not fail. */
function ignoreClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    if (stream.listenerCount('error') === 0) stream.on('error', throwUnlessClosedPipe);
  }
}

function throwUnlessClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

async function runCommand(command: Command, input: CommandInput<OptionSpecs>): Promise<number | undefined> {
  await prepareDecorators();
  await addProviders();
  const output = new Output(input.options['json'] === true);
  if (!command.usesAdminApi) return (await command.run(input, { output })) ?? undefined;
  const { withAdmin } = await import('./admin/with-admin.js');
  const { server, adminToken } = input.options as { server?: string; adminToken?: string };
  return withAdmin(
    { server, adminToken, note: (line) => output.note(line) },
    async (admin) => (await command.run(input, { output, admin })) ?? undefined,
  );
}

/** Registers providers that are separate libraries, because the configuration can contain them. */
async function addProviders(): Promise<void> {
  const { registerProvider } = await import('#providers');
  const { sandbox } = await import('#sandbox');
  registerProvider(sandbox);
}

/** Must run before any class with decorators is loaded, because the order of files in a bundle is not defined. */
async function prepareDecorators(): Promise<void> {
  await import('reflect-metadata');
}

async function printVersion(): Promise<void> {
  await prepareDecorators();
  const { programVersion } = await import('#telemetry');
  printLine(programVersion());
}
