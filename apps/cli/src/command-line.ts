import { commands, nouns } from './command-list.js';
import { type Command, type CommandInput } from './frame/command.js';
import { type OptionSpecs } from './frame/options.js';
import { Output } from './frame/output.js';
import { describeProgram } from './frame/program.js';
import { type ErrorPlace, reportError } from './frame/report-error.js';
import { printLine } from './print-line.js';

/** Whatever `npm start` says to people is on stdout: its stderr holds log lines only. */
const SPEAKS_ON_STDOUT = 'up';

const VERSION_OPTIONS = ['-V', '--version'];

/** Runs one command. What a command works with is imported when it runs: help should not load a database driver. */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  outliveReaders();
  const stream = args[0] === SPEAKS_ON_STDOUT ? process.stdout : process.stderr;
  const write = (text: string): void => void stream.write(text);
  const place: ErrorPlace = { write, isJson: args.includes('--json') };
  if (args.length === 1 && VERSION_OPTIONS.includes(args[0] ?? '')) return printVersion();
  const program = describeProgram(commands, nouns, async (command, written, options) => {
    process.exitCode = await runCommand(command, { args: written, options } as CommandInput<OptionSpecs>);
  });
  // Commands of commands were made before: each has its own output.
  for (const each of [
    program,
    ...program.commands,
    ...program.commands.flatMap(({ commands: verbs }) => verbs),
  ])
    each.configureOutput({ writeErr: place.isJson ? () => undefined : write });
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    process.exitCode = reportError(error, place);
  }
}

/** Whoever has read enough, as `head` has, closes the pipe: what is printed then is lost, and nothing else. */
function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    if (stream.listenerCount('error') === 0) stream.on('error', forgiveClosedPipe);
  }
}

function forgiveClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

async function runCommand(command: Command, input: CommandInput<OptionSpecs>): Promise<number | undefined> {
  await prepareDecorators();
  await addProviders();
  const output = new Output(input.options['json'] === true);
  if (!command.speaksToAdmin) return (await command.run(input, { output })) ?? undefined;
  const { withAdmin } = await import('./admin/with-admin.js');
  const { server, adminToken } = input.options as { server?: string; adminToken?: string };
  return withAdmin(
    { server, adminToken, note: (line) => output.note(line) },
    async (admin) => (await command.run(input, { output, admin })) ?? undefined,
  );
}

/** Providers that are libraries of their own; the configuration may name them. */
async function addProviders(): Promise<void> {
  const { registerProvider } = await import('#providers');
  const { sandbox } = await import('#sandbox');
  registerProvider(sandbox);
}

/** Before any class with decorators is loaded: in which order the files of a bundle come nobody says. */
async function prepareDecorators(): Promise<void> {
  await import('reflect-metadata');
}

async function printVersion(): Promise<void> {
  await prepareDecorators();
  const { programVersion } = await import('#telemetry');
  printLine(programVersion());
}
