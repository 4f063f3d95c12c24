import { GatewayError } from '#canonical';
import { type Failpoint } from '#video-tasks';
import * as fc from 'fast-check';
import { expectedPhases } from './expected-phases.js';
import { type NewOrder, type Order } from './order.js';
import { type CreateScript, type Script, type StatusScript } from './scripted-upstream.js';
import { type World, type WorkerName } from './world.js';

/** What a client may know: how many orders were taken. */
export interface Model {
  orders: number;
}

type Command = fc.AsyncCommand<Model, World>;

const MOST_ORDERS = 3;

/** Something that happens to one of the orders. */
class OnOrder implements Command {
  constructor(
    private readonly index: number,
    private readonly name: string,
    private readonly act: (world: World, order: Order) => Promise<void>,
  ) {}

  check = (): boolean => true;

  async run({ orders }: Model, world: World): Promise<void> {
    const order = world.orders[this.index % orders];
    if (order === undefined) throw new Error('there is such an order');
    await this.act(world, order);
    await world.observe();
  }

  toString = (): string => `${this.name}(order ${this.index})`;
}

async function createAgain(world: World, order: Order): Promise<void> {
  const again = await world.accept(order).catch(refusalOf);
  if (again instanceof GatewayError) {
    if (order.isDeleted && again.kind === 'resource-not-found') return;
    throw again;
  }
  if (again.task.id !== order.id || again.replayed !== 'by-key') throw new Error('one key made two tasks');
}

async function step(world: World, order: Order, worker: WorkerName, script: Script): Promise<void> {
  if (world.held.has(worker)) return;
  const before = await world.stateOf(order);
  const isHeld = [...world.held.values()].some(({ orderId }) => orderId === order.id);
  const hasStepped = await world.step(worker, order, script);
  const after = await world.stateOf(order);
  if (before === undefined || after === undefined) return;
  if (before.isLeased && hasStepped) throw new Error('a task was taken from the holder of its lease');
  if (!hasStepped && after.phase !== before.phase) throw new Error('a task moved that nobody had taken');
  if (isHeld || !hasStepped) return;
  if (!expectedPhases(before, script, world.tier).includes(after.phase)) {
    throw new Error(`${JSON.stringify(before)} became ${after.phase} under ${JSON.stringify(script)}`);
  }
}

async function cancel(world: World, order: Order): Promise<void> {
  const before = await world.stateOf(order);
  const cancelled = await world.cancel(order).catch(refusalOf);
  const after = await world.stateOf(order);
  if (cancelled instanceof GatewayError) {
    const isOver = ['finalizing', 'completed', 'failed'].includes(after?.phase ?? 'failed');
    if (isOver || order.isDeleted) return;
    throw cancelled;
  }
  if (before?.phase === 'accepted' && before.attempts === 0 && after?.phase !== 'failed') {
    throw new Error('an order that nobody has begun was not cancelled at once');
  }
  if (after?.status !== 'failed' && after?.isCancelled !== true) throw new Error('a wish was forgotten');
}

async function remove(world: World, order: Order): Promise<void> {
  const before = await world.stateOf(order);
  const isFinished = before?.status === 'completed' || before?.status === 'failed';
  // The row of an order whose fate is unknown is what keeps its film from being given to another.
  if (before?.errorCode === 409) return;
  const refusal = await world.delete(order).catch(refusalOf);
  if (isFinished === refusal instanceof GatewayError) throw new Error('only what is finished is deleted');
}

function refusalOf(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error;
  throw error;
}

/** Where a step may be stopped, and what its upstream has to do for it to get there. */
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

const index = fc.nat({ max: MOST_ORDERS - 1 });
const worker = fc.constantFrom<WorkerName>('A', 'B');
const script: fc.Arbitrary<Script> = fc.record({
  create: fc.constantFrom(...CREATES),
  status: fc.constantFrom(...STATUSES),
  isListed: fc.constantFrom(true, true, true, false),
});

const onOrder = (name: string, act: (world: World, order: Order) => Promise<void>): fc.Arbitrary<Command> =>
  index.map((one) => new OnOrder(one, name, act));

const steps = fc
  .tuple(index, worker, script)
  .map(
    ([one, by, told]) =>
      new OnOrder(one, `step by ${by}, ${told.create}/${told.status}/${told.isListed}, `, (world, order) =>
        step(world, order, by, told),
      ),
  );

const holds = fc
  .tuple(index, worker, fc.constantFrom(...HOLDS), script)
  .map(([one, by, { failpoint, told }, other]) => {
    const script = { ...other, ...told };
    const name = `hold ${by} ${failpoint}, ${script.create}/${script.status}, `;
    return new OnOrder(one, name, async (world, order) => {
      if (!world.held.has(by)) await world.hold(by, order, failpoint, script);
    });
  });

/** The lease of a held step runs out, and the other worker does the next step. */
const overtakings = fc.tuple(index, worker, script).map(
  ([one, by, told]) =>
    new OnOrder(
      one,
      `overtaken by ${by}, ${told.create}/${told.status}/${told.isListed}, `,
      async (world, order) => {
        await world.expireLease(order);
        await step(world, order, by, told);
      },
    ),
);

const releases = fc
  .tuple(index, worker)
  .map(([one, by]) => new OnOrder(one, `release ${by} `, (world) => world.release(by)));

export const NEW_ORDERS: fc.Arbitrary<NewOrder[]> = fc.array(
  fc.record({ prompt: fc.nat({ max: 1 }), token: fc.nat({ max: 1 }) }),
  { minLength: 1, maxLength: MOST_ORDERS },
);

const often = <Value>(times: number, arbitrary: Value): Value[] =>
  Array.from({ length: times }, () => arbitrary);

/** Everything that may happen. Whatever ends a task is rare, or nothing would ever get far. */
export const COMMANDS: fc.Arbitrary<Command>[] = [
  ...often(10, steps),
  ...often(6, holds),
  ...often(6, overtakings),
  ...often(4, releases),
  onOrder('create again', createAgain),
  onOrder('cancel', cancel),
  onOrder('delete', remove),
  onOrder('pass deadline', (world, order) => world.passDeadline(order)),
];
