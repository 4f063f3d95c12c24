/**
 * A process that writes usage as fast as possible until it is killed. It records what it is about to do and what it has
 * done in a separate file, the recorder.
 */
import { randomUUID } from 'node:crypto';
import { openSync, writeSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createDataSource } from '../../dist/libs/database/src/index.js';
import { UsageJournal } from '../../dist/libs/metering/src/index.js';
import { pino } from 'pino';

const { url, folder, recorder: recorderPath, settings, maxEvents } = JSON.parse(process.argv[2]);
const recorder = openSync(recorderPath, 'a');
const tell = (what, id) => writeSync(recorder, `${what} ${id}\n`);

const charges = {
  charge: (manager, spoolOwner, events) =>
    manager.query(
      'INSERT INTO charged SELECT id, $1, amount FROM unnest($2::uuid[], $3::bigint[]) AS t (id, amount)',
      [spoolOwner, events.map(({ id }) => id), events.map(({ charge }) => charge.usd)],
    ),
  close: (manager, spoolOwner) => manager.query('INSERT INTO closed VALUES ($1)', [spoolOwner]),
};

const dataSource = createDataSource({ url, entities: [], poolSize: 3 });
await dataSource.initialize();
const journal = UsageJournal.open({
  folder,
  dataSource,
  charges,
  logger: pino({ level: 'silent' }),
  settings,
});
const entries = [];
/** Callbacks for when everything of this iteration is written. */
const said = [];
process.on('SIGTERM', () => void finishAll());
process.stdout.write(`ready ${journal.spoolOwner}\n`);

for (let count = 0; count < maxEvents; count += 1) {
  begin();
  if (entries.length > 20) endOne(Math.random() < 0.1);
  if (count % 10 === 0) await settle();
}
process.stdout.write('idle\n');
setInterval(() => undefined, 1_000);

/** Every other iteration does not wait for the lines: then the next one finds them written. */
async function settle() {
  if (said.length > 0 && Math.random() < 0.5) await entries[0].entry.waitUntilWritten();
  else await nextTurn();
  for (const [what, id] of said.splice(0)) tell(what, id);
}

function begin() {
  const id = randomUUID();
  const begun = {
    id,
    requestId: `req_${id.replaceAll('-', '')}`,
    startedAtMs: Date.now(),
    tokenId: 'token',
    owner: 'owner',
    model: 'model',
    operation: 'chat',
    format: 'openai-chat',
    channelId: 'channel-id',
    channel: 'channel',
    upstreamModel: 'upstream-model',
    isStreamed: false,
    usage: { inputTokens: 7 },
    costMicroUsd: 50,
    budgetAccounts: ['token:token'],
  };
  tell('beginning', id);
  entries.push({ begun, entry: journal.begin(begun, 'batched') });
  said.push(['begun', id]);
}

function endOne(isAbandoned) {
  const [{ begun, entry }] = entries.splice(Math.floor(Math.random() * entries.length), 1);
  if (isAbandoned) {
    tell('abandoning', begun.id);
    entry.abandon();
    tell('abandoned', begun.id);
    return;
  }
  const end = { outcome: 'ok', isEstimated: false, isCacheHit: false, durationMs: 5, costMicroUsd: 80 };
  entry.finish({ ...begun, ...end, attempts: [] }, 'batched');
  said.push(['finished', begun.id]);
}

/** Finishes all requests, and stores everything. */
async function finishAll() {
  while (entries.length > 0) endOne(false);
  await nextTurn();
  for (const [what, id] of said.splice(0)) tell(what, id);
  await journal.flush();
  process.stdout.write(`done ${journal.spoolOwner}\n`);
}
