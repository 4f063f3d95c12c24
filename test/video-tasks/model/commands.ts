import { GatewayError } from '#canonical';
import { type Failpoint } from '#video-tasks';
import * as fc from 'fast-check';
import { expectedPhases } from './expected-phases.js';
import { type NewSubmission, type Submission } from './submission.js';
import { type CreateScript, type Script, type StatusScript } from './scripted-upstream.js';
import { type RealSystem, type WorkerName } from './real-system.js';

/** What a client may know: the number of accepted submissions. */
export interface Model {
  submissions: number;
}

type Command = fc.AsyncCommand<Model, RealSystem>;

const MAX_SUBMISSIONS = 3;

/** A command for one of the submissions. */
class OnSubmission implements Command {
  constructor(
    private readonly index: number,
    private readonly name: string,
    private readonly act: (system: RealSystem, submission: Submission) => Promise<void>,
  ) {}

  check = (): boolean => true;

  async run({ submissions }: Model, system: RealSystem): Promise<void> {
    const submission = system.submissions[this.index % submissions];
    if (submission === undefined) throw new Error('there is such a submission');
    await this.act(system, submission);
    await system.observe();
  }

  toString = (): string => `${this.name}(order ${this.index})`;
}

async function createAgain(system: RealSystem, submission: Submission): Promise<void> {
  const again = await system.accept(submission).catch(getRefusal);
  if (again instanceof GatewayError) {
    if (submission.isDeleted && again.kind === 'resource-not-found') return;
    throw again;
  }
  if (again.task.id !== submission.id || again.replayed !== 'by-key')
    throw new Error('one key made two tasks');
}

async function step(
  system: RealSystem,
  submission: Submission,
  worker: WorkerName,
  script: Script,
): Promise<void> {
  if (system.held.has(worker)) return;
  const before = await system.getState(submission);
  const isHeld = [...system.held.values()].some(({ submissionId }) => submissionId === submission.id);
  const hasStepped = await system.step(worker, submission, script);
  const after = await system.getState(submission);
  if (before === undefined || after === undefined) return;
  if (before.isLeased && hasStepped) throw new Error('a task was taken from the holder of its lease');
  if (!hasStepped && after.phase !== before.phase) throw new Error('a task changed that no worker had taken');
  if (isHeld || !hasStepped) return;
  if (!expectedPhases(before, script, system.tier).includes(after.phase)) {
    throw new Error(`${JSON.stringify(before)} became ${after.phase} under ${JSON.stringify(script)}`);
  }
}

async function cancel(system: RealSystem, submission: Submission): Promise<void> {
  const before = await system.getState(submission);
  const cancelled = await system.cancel(submission).catch(getRefusal);
  const after = await system.getState(submission);
  if (cancelled instanceof GatewayError) {
    const isOver = ['finalizing', 'completed', 'failed'].includes(after?.phase ?? 'failed');
    if (isOver || submission.isDeleted) return;
    throw cancelled;
  }
  if (before?.phase === 'accepted' && before.attempts === 0 && after?.phase !== 'failed') {
    throw new Error('a submission that no worker had begun was not cancelled at once');
  }
  if (after?.status !== 'failed' && after?.isCancelled !== true) throw new Error('a request was forgotten');
}

async function remove(system: RealSystem, submission: Submission): Promise<void> {
  const before = await system.getState(submission);
  const isFinished = before?.status === 'completed' || before?.status === 'failed';
  // The row of a submission whose result is unknown prevents its video from being given to another one.
  if (before?.errorCode === 409) return;
  const refusal = await system.delete(submission).catch(getRefusal);
  if (isFinished === refusal instanceof GatewayError) throw new Error('only what is finished is deleted');
}

function getRefusal(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error;
  throw error;
}

/** Where a step may be paused, and what its upstream has to do so that the step gets there. */
const HOLDS: readonly { failpoint: Failpoint; told: Partial<Script> }[] = [
  { failpoint: 'after-upstream-answer-before-spool', told: {} },
  { failpoint: 'after-spool-before-database', told: { create: 'accepted' } },
  { failpoint: 'in-poll', told: {} },
  { failpoint: 'after-upstream-success-before-finalize', told: { status: 'completed' } },
  { failpoint: 'in-asset-copy', told: { status: 'completed' } },
  { failpoint: 'before-terminal-commit', told: { status: 'completed' } },
];

const CREATES: readonly CreateScript[] = [
  'accepted',
  'refused',
  'busy',
  'not-delivered',
  'unheard',
  'made-unheard',
  'made-nameless',
];

const STATUSES: readonly StatusScript[] = [
  'queued',
  'in_progress',
  'completed',
  'failed',
  'marinating',
  'gone',
  'broken',
];

const index = fc.nat({ max: MAX_SUBMISSIONS - 1 });
const worker = fc.constantFrom<WorkerName>('A', 'B');
const script: fc.Arbitrary<Script> = fc.record({
  create: fc.constantFrom(...CREATES),
  status: fc.constantFrom(...STATUSES),
  isListed: fc.constantFrom(true, true, true, false),
});

const onSubmission = (
  name: string,
  act: (system: RealSystem, submission: Submission) => Promise<void>,
): fc.Arbitrary<Command> => index.map((one) => new OnSubmission(one, name, act));

const steps = fc
  .tuple(index, worker, script)
  .map(
    ([one, by, told]) =>
      new OnSubmission(
        one,
        `step by ${by}, ${told.create}/${told.status}/${told.isListed}, `,
        (system, submission) => step(system, submission, by, told),
      ),
  );

const holds = fc
  .tuple(index, worker, fc.constantFrom(...HOLDS), script)
  .map(([one, by, { failpoint, told }, other]) => {
    const script = { ...other, ...told };
    const name = `hold ${by} ${failpoint}, ${script.create}/${script.status}, `;
    return new OnSubmission(one, name, async (system, submission) => {
      if (!system.held.has(by)) await system.hold(by, submission, failpoint, script);
    });
  });

/** The lease of a paused step expires, and the other worker does the next step. */
const overtakings = fc.tuple(index, worker, script).map(
  ([one, by, told]) =>
    new OnSubmission(
      one,
      `overtaken by ${by}, ${told.create}/${told.status}/${told.isListed}, `,
      async (system, submission) => {
        await system.expireLease(submission);
        await step(system, submission, by, told);
      },
    ),
);

const releases = fc
  .tuple(index, worker)
  .map(([one, by]) => new OnSubmission(one, `release ${by} `, (system) => system.release(by)));

export const NEW_SUBMISSIONS: fc.Arbitrary<NewSubmission[]> = fc.array(
  fc.record({ prompt: fc.nat({ max: 1 }), token: fc.nat({ max: 1 }) }),
  { minLength: 1, maxLength: MAX_SUBMISSIONS },
);

const repeatArbitrary = <Value>(times: number, arbitrary: Value): Value[] =>
  Array.from({ length: times }, () => arbitrary);

/** All commands. Those that end a task are rare, because otherwise few tasks would get far. */
export const COMMANDS: fc.Arbitrary<Command>[] = [
  ...repeatArbitrary(10, steps),
  ...repeatArbitrary(6, holds),
  ...repeatArbitrary(6, overtakings),
  ...repeatArbitrary(4, releases),
  onSubmission('create again', createAgain),
  onSubmission('cancel', cancel),
  onSubmission('delete', remove),
  onSubmission('pass deadline', (system, submission) => system.passDeadline(submission)),
];
