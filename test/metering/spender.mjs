import { setTimeout as sleep } from 'node:timers/promises';
import { ChangeFeed, createDataSource } from '#database';
import {
  BUDGET_CHANNEL,
  Budgets,
  LeaseRepository,
  LedgerChargeBook,
  toChargedAccount,
  toStoredEvent,
} from '#metering';
import { pino } from 'pino';

const DRAIN_MS = 20;

/** A process that spends from budget accounts, or only holds money until it is killed. */
const { url, spoolOwner, budgetAccounts, amounts, costMicroUsd, spenders, tries, isHoldingOn } = JSON.parse(
  process.argv[2],
);

const dataSource = createDataSource({ url, entities: [], poolSize: 4 });
await dataSource.initialize();
const feed = new ChangeFeed(url, pino({ level: 'silent' }), BUDGET_CHANNEL);
const budgets = new Budgets({ leases: new LeaseRepository(dataSource, { spoolOwner }), feed });
await budgets.start();
const book = new LedgerChargeBook();
let pending = [];
let draining = Promise.resolve();

/** One after the other: the last one ends when everything before it has ended. */
function drain() {
  draining = draining.then(write);
  return draining;
}

async function write() {
  const events = pending;
  pending = [];
  if (events.length > 0) await dataSource.transaction((manager) => book.charge(manager, spoolOwner, events));
}

async function spend() {
  let served = 0;
  for (let count = 0; count < tries; count += 1) {
    try {
      const hold = await budgets.hold(budgetAccounts, amounts);
      await sleep(Math.random() * 5);
      const accounts = budgetAccounts.map(toChargedAccount);
      pending.push(toStoredEvent({ budgetAccounts: accounts, costMicroUsd, usage: {}, outcome: 'ok' }));
      hold.settle({ usd: costMicroUsd, requests: 1 });
      served += 1;
    } catch (error) {
      if (!['budget-exhausted', 'spend-limit-reached'].includes(error.kind)) throw error;
    }
  }
  return served;
}

async function spendAll() {
  const drains = setInterval(() => void drain(), DRAIN_MS);
  const counts = await Promise.all(Array.from({ length: spenders }, spend));
  clearInterval(drains);
  await drain();
  await dataSource.transaction((manager) => book.close(manager, spoolOwner));
  process.send({ served: counts.reduce((sum, count) => sum + count, 0) });
  await budgets.stop();
  await dataSource.destroy();
  process.disconnect();
}

process.send({ isReady: true });
await new Promise((resolve) => {
  process.once('message', resolve);
});
if (isHoldingOn) {
  await budgets.hold(budgetAccounts, amounts);
  process.send({ isHolding: true });
} else {
  await spendAll();
}
