import { Command, CommanderError } from 'commander';
import { CommandFailure } from './command-failure.js';
import { exitCodes } from './exit-codes.js';
import type { VerifyOptions } from './ledger/verify.command.js';
import { printLine } from './print-line.js';
import type { ReplayOptions } from './webhook/replay.command.js';

/** Runs one command. Each is imported only when it is the one: `--help` should not load a database driver. */
export async function runCommandLine(args: string[]): Promise<void> {
  const program = describeCommands();
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    process.exitCode = exitCodeOf(error);
  }
}

function describeCommands(): Command {
  const program = new Command('modelgate')
    .description('A gateway to every model a team has an account for')
    .configureOutput({ writeErr: (text) => process.stdout.write(text) })
    .showHelpAfterError('Run with --help to see the commands.')
    .exitOverride();
  program
    .command('up')
    .description('run everything: the embedded database unless DATABASE_URL is set, the API and the worker')
    .action(async () => {
      const { up } = await import('./up.command.js');
      process.exitCode = await up();
    });
  program
    .command('migrate')
    .description('bring the database to the current schema')
    .action(async () => {
      const { migrate } = await import('./migrate.command.js');
      await migrate();
    });
  describeWebhookCommands(program);
  describeLedgerCommands(program);
  return program;
}

function describeWebhookCommands(program: Command): void {
  program
    .command('webhook')
    .description('look after what is told to other servers')
    .command('replay')
    .description('send webhooks again, under the ids they had: those that fit everything that is given')
    .option('--since <time>', 'no older than a date and time, or than a duration such as 30m, 12h or 7d')
    .option('--id <id>', 'the one with this webhook-id')
    .option('--token <name>', 'those of one token')
    .option('--dead', 'only those that were given up')
    .option('--json', 'print what was put back as JSON')
    .action(async (options: ReplayOptions) => {
      const { replayWebhooks } = await import('./webhook/replay.command.js');
      await replayWebhooks(options);
    });
}

function describeLedgerCommands(program: Command): void {
  program
    .command('ledger')
    .description('look after the money')
    .command('verify')
    .description('recompute every sum of the ledger; ends with 1 where anything is not as it should be')
    .option('--json', 'print what was found as JSON')
    .addHelpText(
      'after',
      '\nExample, for a nightly check:\n  modelgate ledger verify --json > ledger.json || alert',
    )
    .action(async (options: VerifyOptions) => {
      const { verifyBooks } = await import('./ledger/verify.command.js');
      process.exitCode = await verifyBooks(options);
    });
}

/** Faults that people can act on are told in one line; whatever else is thrown is a bug and shows its stack. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.success : exitCodes.usage;
  if (error instanceof CommandFailure) {
    printLine(error.message);
    return error.exitCode;
  }
  printLine(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return exitCodes.failure;
}
