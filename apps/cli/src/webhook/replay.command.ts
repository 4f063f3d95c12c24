import { readEnvironment } from '#config';
import { createDataSource } from '#database';
import { DeliveryRepository, type ReplayFilter, type ReplayedDelivery } from '#webhooks';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { loadConfigOrFail } from '../load-config-or-fail.js';
import { printLine } from '../print-line.js';
import { withDatabase } from '../with-database.js';
import { parseSince } from './parse-since.js';

export interface ReplayOptions {
  since?: string;
  id?: string;
  token?: string;
  dead?: boolean;
  json?: boolean;
}

/** What Postgres says of a table or a column that is not there. */
const NOT_MIGRATED: readonly unknown[] = ['42P01', '42703'];

/** Puts webhooks back to where they began. A worker sends them: the one that runs, or the next one that is started. */
export async function replayWebhooks(options: ReplayOptions): Promise<void> {
  const filter = filterOf(options);
  const config = loadConfigOrFail(readEnvironment());
  const print = options.json === true ? () => undefined : printLine;
  const talk = { print, onStop: 'Putting the webhooks back first …' };
  const replayed = await withDatabase(config, talk, (url) => replay(url, filter));
  if (options.json === true) printLine(JSON.stringify({ replayed }, undefined, 2));
  else printForPeople(replayed);
}

function filterOf({ since, id, token, dead }: ReplayOptions): ReplayFilter {
  if (since === undefined && id === undefined && token === undefined && dead !== true) {
    throw new CommandFailure('Say what to send again: --since, --id, --token or --dead.', exitCodes.usage);
  }
  const sinceDate = since === undefined ? undefined : parseSince(since);
  if (since !== undefined && sinceDate === undefined) {
    throw new CommandFailure(
      `--since: "${since}" is neither a date and time such as 2030-01-01T00:00:00Z nor a duration such as 30m, 12h or 7d`,
      exitCodes.usage,
    );
  }
  return { since: sinceDate, id, tokenName: token, deadOnly: dead };
}

async function replay(url: string, filter: ReplayFilter): Promise<ReplayedDelivery[]> {
  const dataSource = createDataSource({ url, entities: [], poolSize: 1 });
  await dataSource.initialize();
  try {
    return await new DeliveryRepository(dataSource).replay(filter);
  } catch (error) {
    if (!NOT_MIGRATED.includes((error as { code?: unknown }).code)) throw error;
    throw new CommandFailure(
      'The database is older than this version: "modelgate migrate" brings it up to date.',
      exitCodes.failure,
    );
  } finally {
    await dataSource.destroy();
  }
}

function printForPeople(replayed: readonly ReplayedDelivery[]): void {
  for (const { id, event, subject, url } of replayed) printLine(`${id}  ${event}  ${subject}  ${url}`);
  if (replayed.length === 0) printLine('No webhook fits; nothing was put back.');
  else printLine(`${replayed.length} put back. A running gateway sends them now, else the next start does.`);
}
