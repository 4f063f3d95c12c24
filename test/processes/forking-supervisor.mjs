import { fork } from 'node:child_process';

/** Starts a program as a supervisor does, prints its process id, and waits to be killed. */
const [program, ...programArguments] = process.argv.slice(2);
const child = fork(program, programArguments, {
  detached: true,
  execArgv: ['--no-warnings'],
  stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
});
child.stdout.once('data', () => process.stdout.write(`${child.pid}\n`));
