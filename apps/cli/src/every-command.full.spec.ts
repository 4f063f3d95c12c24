import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  type CommandCase,
  type Run,
  type Stage,
  buildStage,
  commandCases,
} from '../../../test/cli/cases/index.js';
import { runHere } from '../../../test/cli/run-here.js';
import { type Ended } from '../../../test/cli/run-modelgate.js';
import { commands } from './command-list.js';
import { type Command } from './frame/command.js';

// Most steps are processes of their own.
jest.setTimeout(120_000);

describe('every command', () => {
  let stage: Stage;

  beforeAll(async () => {
    stage = await buildStage();
  });

  afterAll(() => stage.leave());

  it('is proven, and nothing that is no command', () => {
    expect(Object.keys(commandCases).toSorted()).toEqual(commands.map(({ name }) => name).toSorted());
  });

  it.each(commands.map((command) => [command.name, command] as const))('%s', async (name, command) => {
    const signature = commandCases[name]?.(stage);
    if (signature === undefined) throw new Error(`test/cli/cases has nothing on ${name}`);
    expect(signature.json !== undefined).toBe(command.hasJson);
    // In turn, since the second may build on the first; what is refused changes nothing.
    await proveForPeople(command, signature);
    await Promise.all([proveJson(command, signature), proveRefusals(command, signature.refusal)]);
  });

  async function proveForPeople(command: Command, { human }: CommandCase): Promise<void> {
    const { stdout, exitCode } = await (needsProcess(command)
      ? run(command, human)
      : runInside(command, human, stage.installation.place));
    for (const expected of human.prints) expect(stdout).toMatch(expected);
    expect(exitCode).toBe(human.exitCode ?? 0);
    await human.proves?.();
  }

  async function proveJson(command: Command, { json }: CommandCase): Promise<void> {
    if (json === undefined) return;
    const ended = await runAway(command, json, '--json');
    expect(ended.stderr).toBe('');
    expect(JSON.parse(ended.stdout)).toMatchObject(json.gives);
    expect(ended.exitCode).toBe(json.exitCode ?? 0);
    await json.proves?.();
  }

  async function proveRefusals(command: Command, refusal: CommandCase['refusal']): Promise<void> {
    const { exitCode, says } = refusal;
    const ended = await (command.speaksToAdmin
      ? runInside(command, refusal, getPlace(command))
      : run(command, refusal));
    // The stderr of a start holds log lines only.
    const [said, result] =
      command.name === 'up' ? [ended.stdout, ended.stderr] : [ended.stderr, ended.stdout];
    expect(said).toContain(says);
    expect([result, ended.exitCode]).toEqual(['', exitCode]);
    if (!isFirstOfItsNoun(command)) return;
    const { args = [] } = refusal;
    const inJson = await runInside(command, { ...refusal, args: [...args, '--json'] }, getPlace(command));
    expect(JSON.parse(inJson.stderr)).toEqual({
      error: { message: expect.stringContaining(says), exit_code: exitCode },
    });
    expect([inJson.stdout, inJson.exitCode]).toEqual(['', exitCode]);
  }

  const run = ({ name }: Command, { args = [], ...handling }: Run, ...more: string[]): Promise<Ended> =>
    stage.installation.run([...name.split(' '), ...args, ...more], handling);

  /** As from another machine, where the command can do that. */
  const runAway = (command: Command, { environment, ...how }: Run, ...more: string[]): Promise<Ended> =>
    run(
      command,
      { ...how, environment: { ...environment, ...(command.speaksToAdmin ? stage.server : {}) } },
      ...more,
    );

  const getPlace = ({ speaksToAdmin }: Command): Record<string, string> =>
    speaksToAdmin ? stage.server : stage.installation.place;
});

/**
 * Commands of the admin API open it in one place for all: the first of them does so in a process of its own. What the
 * others make of it is proven inside this one, and by a process that asks the gateway and prints JSON.
 */
function needsProcess(command: Command): boolean {
  return !command.speaksToAdmin || command === commands.find(({ speaksToAdmin }) => speaksToAdmin);
}

/** Errors become JSON in one place for all commands: some of them are enough. */
function isFirstOfItsNoun({ name, hasJson }: Command): boolean {
  const [noun] = name.split(' ');
  return hasJson && commands.find((other) => other.name.split(' ')[0] === noun)?.name === name;
}

/** Without a process of its own. */
function runInside(
  { name }: Command,
  { args = [], input, environment }: Run,
  place: Record<string, string>,
): Promise<Ended> {
  return runHere([...name.split(' '), ...args], { ...place, ...environment }, input);
}
