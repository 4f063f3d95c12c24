import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type CommandCase,
  type Run,
  type Stage,
  buildStage,
  commandCases,
} from '../../../test/cli/cases/index.js';
import { runHere } from '../../../test/cli/run-here.js';
import { type CommandResult } from '../../../test/cli/run-modelgate.js';
import { commands } from './command-list.js';
import { type Command } from './frame/command.js';

// Most steps start a process.
describe('every command', () => {
  let stage: Stage;

  beforeAll(async () => {
    stage = await buildStage();
  });

  afterAll(() => stage.leave());

  it('has a test case, and there are no other test cases', () => {
    expect(Object.keys(commandCases).toSorted()).toEqual(commands.map(({ name }) => name).toSorted());
  });

  it.each(commands.map((command) => [command.name, command] as const))('%s', async (name, command) => {
    const commandCase = commandCases[name]?.(stage);
    if (commandCase === undefined) throw new Error(`test/cli/cases has no case for ${name}`);
    expect(commandCase.json !== undefined).toBe(command.hasJson);
    // In this order, because the JSON run may depend on the text run. Refused runs change nothing.
    await checkText(command, commandCase);
    await Promise.all([checkJson(command, commandCase), checkRefusals(command, commandCase.refusal)]);
  });

  async function checkText(command: Command, { human }: CommandCase): Promise<void> {
    const { stdout, exitCode } = await (needsProcess(command)
      ? run(command, human)
      : runInside(command, human, stage.installation.place));
    for (const expected of human.prints) expect(stdout).toMatch(expected);
    expect(exitCode).toBe(human.exitCode ?? 0);
    await human.proves?.();
  }

  async function checkJson(command: Command, { json }: CommandCase): Promise<void> {
    if (json === undefined) return;
    const result = await runRemotely(command, json, '--json');
    expect(result.stderr).toBe('');
    expect(JSON.parse(result.stdout)).toMatchObject(json.gives);
    expect(result.exitCode).toBe(json.exitCode ?? 0);
    await json.proves?.();
  }

  async function checkRefusals(command: Command, refusal: CommandCase['refusal']): Promise<void> {
    const { exitCode, says } = refusal;
    const result = await (command.usesAdminApi
      ? runInside(command, refusal, getPlace(command))
      : run(command, refusal));
    // "up" prints its errors to stdout, because its stderr has only log lines.
    const [errors, output] =
      command.name === 'up' ? [result.stdout, result.stderr] : [result.stderr, result.stdout];
    expect(errors).toContain(says);
    expect([output, result.exitCode]).toEqual(['', exitCode]);
    if (!isFirstOfItsNoun(command)) return;
    const { args = [] } = refusal;
    const inJson = await runInside(command, { ...refusal, args: [...args, '--json'] }, getPlace(command));
    expect(JSON.parse(inJson.stderr)).toEqual({
      error: { message: expect.stringContaining(says), exit_code: exitCode },
    });
    expect([inJson.stdout, inJson.exitCode]).toEqual(['', exitCode]);
  }

  const run = (
    { name }: Command,
    { args = [], ...handling }: Run,
    ...more: string[]
  ): Promise<CommandResult> => stage.installation.run([...name.split(' '), ...args, ...more], handling);

  /** Runs an admin command with --server, and other commands locally. */
  const runRemotely = (
    command: Command,
    { environment, ...rest }: Run,
    ...more: string[]
  ): Promise<CommandResult> =>
    run(
      command,
      { ...rest, environment: { ...environment, ...(command.usesAdminApi ? stage.server : {}) } },
      ...more,
    );

  const getPlace = ({ usesAdminApi }: Command): Record<string, string> =>
    usesAdminApi ? stage.server : stage.installation.place;
});

/**
 * Admin commands share the code that opens the admin API, so only the first of them runs as a process for its text
 * output. The others run in this process, and as a process for the JSON output.
 */
function needsProcess(command: Command): boolean {
  return !command.usesAdminApi || command === commands.find(({ usesAdminApi }) => usesAdminApi);
}

/** Commands share the code for JSON errors, so one command per noun is tested. */
function isFirstOfItsNoun({ name, hasJson }: Command): boolean {
  const [noun] = name.split(' ');
  return hasJson && commands.find((other) => other.name.split(' ')[0] === noun)?.name === name;
}

/** Runs a command in this process. */
function runInside(
  { name }: Command,
  { args = [], input, environment }: Run,
  place: Record<string, string>,
): Promise<CommandResult> {
  return runHere([...name.split(' '), ...args], { ...place, ...environment }, input);
}
