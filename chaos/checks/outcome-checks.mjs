import { COST_MICRO_USD } from '../setup.mjs';
import { groupBy } from './group-by.mjs';

const isAboutHolds = ({ rule }) => /\bholds?\b/.test(rule);

const isFinished = ({ status }) => status === 'completed' || status === 'failed';

/** Checks webhooks, the ledger and failures. */
export const OUTCOME_CHECKS = [
  {
    name: 'I11 every task ended once, and its webhook was sent or is pending',
    find: ({ tasks, getEvents, deliveries, received }) =>
      tasks
        .filter(isFinished)
        .flatMap((task) => [
          ...wrongEnds(task, getEvents.get(task.id) ?? []),
          ...findMissingWebhook(task, deliveries, received),
        ]),
  },
  {
    name: 'I12 each event has one webhook id, a signature and the same body in every attempt',
    find: ({ received }) => [
      ...several(
        received,
        ({ subject, event }) => `${subject} ${event}`,
        ({ id }) => id,
      ),
      ...several(
        received,
        ({ id }) => id,
        ({ body }) => body,
      ),
      ...received.filter(({ isSigned }) => !isSigned).map(({ id }) => `${id} is not signed`),
    ],
  },
  {
    name: 'I13 the ledger sums to 0, and balances are the sum of their entries',
    find: ({ ledger }) => ledger.faults.filter((fault) => !isAboutHolds(fault)).map(describeFault),
  },
  {
    name: 'I14 every hold was settled or released, once',
    find: ({ ledger }) => ledger.faults.filter(isAboutHolds).map(describeFault),
  },
  {
    name: 'I16 the revenue is the cost of the completed videos',
    find: ({ tasks, revenue }) => {
      const charged = tasks.reduce((sum, task) => sum + Number(task.cost_micro_usd ?? 0), 0);
      return [
        ...(charged === revenue ? [] : [`tasks cost ${charged}, the ledger says ${revenue}`]),
        ...tasks
          .filter(({ status }) => status === 'completed')
          .filter((task) => Number(task.cost_micro_usd) !== COST_MICRO_USD)
          .map((task) => `${task.id} cost ${task.cost_micro_usd}`),
      ];
    },
  },
  {
    name: 'E1  tasks fail only because of their upstream or their client',
    find: (evidence) => unexplainedFailures(evidence),
  },
  {
    name: 'E2  no client was refused',
    find: ({ submissions }) =>
      submissions.flatMap(({ index, refusals }) => refusals.map((text) => `submission ${index}: ${text}`)),
  },
  { name: 'E3  no process that was ready ended by itself', find: ({ ownEnds }) => ownEnds },
];

function wrongEnds({ id }, events) {
  const ends = events.filter(({ kind }) => kind === 'completed' || kind === 'failed');
  return ends.length === 1 && events.at(-1) === ends[0] ? [] : [`${id} has ended ${ends.length} times`];
}

function findMissingWebhook({ id, status }, deliveries, received) {
  const event = `video.${status}`;
  const delivery = deliveries.find((candidate) => candidate.subject === id && candidate.event === event);
  if (delivery === undefined) return [`${id}: no webhook says that it is ${status}`];
  const wasReceived = received.some((call) => call.id === delivery.id);
  return delivery.status === 'delivered' && !wasReceived ? [`${delivery.id} of ${id} never arrived`] : [];
}

function several(items, getKey, getValue) {
  return [...groupBy(items, getKey)]
    .map(([key, group]) => [key, new Set(group.map(getValue))])
    .filter(([, values]) => values.size > 1)
    .map(([key, values]) => `${key}: ${values.size}`);
}

/** The number of tasks that failed with a code must not exceed the number of its causes. */
function unexplainedFailures({ tasks, faults, submissions }) {
  const causes = {
    400: faults.count('create 400'),
    429: faults.count('create 429'),
    499: submissions.filter(({ cancelAfterMs }) => cancelAfterMs !== undefined).length,
    // Another check covers unknown outcomes.
    409: Number.POSITIVE_INFINITY,
    502: ['empty', 'html', 'wrong-bytes'].reduce((sum, fault) => sum + faults.count(`content ${fault}`), 0),
  };
  const failed = groupBy(
    tasks.filter(({ status }) => status === 'failed'),
    ({ error_code: code }) => code,
  );
  return [...failed]
    .filter(([code, group]) => group.length > (causes[code] ?? 0))
    .map(
      ([code, group]) =>
        `${group.length} failed with ${code}, such as ${group[0].id}: ${group[0].error_message}`,
    );
}

function describeFault({ rule, subject, detail }) {
  return `${rule}: ${subject} ${detail}`;
}
