import { type WebhookDeliveryView } from '#admin';
import { type AdminClient } from '../admin/admin-client.js';
import { AdminRefusal } from '../admin/answering-admin.js';
import { findNamed } from '../admin/find-named.js';
import { readList } from '../admin/read-list.js';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { defineAdminCommand } from '../frame/command.js';
import { counted } from '../frame/format.js';
import { flag, text } from '../frame/options.js';
import { type Output } from '../frame/output.js';
import { type Column } from '../frame/table.js';
import { parseMoment } from '../parse-moment.js';
import { TOKENS } from '../token/tokens.js';

const COLUMNS: Column<WebhookDeliveryView>[] = [
  { title: 'WEBHOOK', value: ({ id }) => id },
  { title: 'EVENT', value: ({ type }) => type },
  { title: 'SUBJECT', value: ({ subject }) => subject },
  { title: 'TOKEN', value: ({ token_name: name, token_id: id }) => name ?? id },
  { title: 'URL', value: ({ url }) => url },
];

interface DeliveryFilter {
  from: string | undefined;
  /** The id of a token. */
  token: string | undefined;
  state: string | undefined;
}

const PATH = '/api/webhook-deliveries';
const CONFLICT = 409;
const NOT_FOUND = 404;

export const webhookReplayCommand = defineAdminCommand({
  name: 'webhook replay',
  summary: 'send webhooks again, under the ids they had: those that fit everything that is given',
  options: {
    since: text('<time>', 'no older than a date, a date and time, or a duration such as 30m, 12h or 7d'),
    id: text('<id>', 'the one with this webhook-id'),
    token: text('<name>', 'those of one token, by its name or id'),
    dead: flag('only those that were given up'),
  },
  examples: [
    { line: 'webhook replay --dead', what: 'Everything that was given up:' },
    { line: 'webhook replay --since 12h --token ci', what: 'What one token was told since this morning:' },
  ],
  run: async ({ options: { since, id, token, dead } }, admin, output) => {
    if (since === undefined && id === undefined && token === undefined && !dead) {
      throw new CommandFailure('Say what to send again: --since, --id, --token or --dead.', exitCodes.usage);
    }
    const wanted = {
      from: parseMoment('--since', since),
      token: token === undefined ? undefined : (await findNamed(admin, TOKENS, token)).id,
      state: dead ? 'dead' : undefined,
    };
    const fitting =
      id === undefined ? await findDeliveries(admin, wanted) : await findDelivery(admin, id, wanted);
    const replayed: WebhookDeliveryView[] = [];
    for (const delivery of fitting) {
      const state = await replayDelivery(admin, delivery.id);
      if (state === undefined) output.note(`${delivery.id} is being sent right now, and was left alone.`);
      else replayed.push(state);
    }
    output.result({ replayed }, () => describeReplay(replayed, output));
  },
});

function describeReplay(replayed: readonly WebhookDeliveryView[], output: Output): string[] {
  if (replayed.length === 0) return ['No webhook fits; nothing was put back.'];
  return [
    ...output.table(COLUMNS, replayed),
    '',
    `${counted(replayed.length, 'webhook')} put back. A running gateway sends them now, else the next start does.`,
  ];
}

/** The oldest first: receivers learn of things in the order in which they happened. */
async function findDeliveries(admin: AdminClient, filter: DeliveryFilter): Promise<WebhookDeliveryView[]> {
  const { data } = await readList<WebhookDeliveryView>(admin, PATH, { ...filter });
  return data.toReversed();
}

/** The one with this id, where it fits the filter too. */
async function findDelivery(
  admin: AdminClient,
  id: string,
  { from, token, state }: DeliveryFilter,
): Promise<WebhookDeliveryView[]> {
  try {
    const delivery = (await admin.request('GET', toPlace(id))) as WebhookDeliveryView;
    const fits =
      (from === undefined || delivery.created_at >= from) &&
      (token === undefined || delivery.token_id === token) &&
      (state === undefined || delivery.state === state);
    return fits ? [delivery] : [];
  } catch (error) {
    if (!(error instanceof AdminRefusal) || error.status !== NOT_FOUND) throw error;
    throw new CommandFailure(`There is no webhook "${id}".`, exitCodes.notFound);
  }
}

/** Undefined where it is being sent right now. */
async function replayDelivery(admin: AdminClient, id: string): Promise<WebhookDeliveryView | undefined> {
  try {
    return (await admin.request('POST', `${toPlace(id)}/replay`, {})) as WebhookDeliveryView;
  } catch (error) {
    if (error instanceof AdminRefusal && error.status === CONFLICT) return undefined;
    throw error;
  }
}

function toPlace(id: string): string {
  return `${PATH}/${encodeURIComponent(id)}`;
}
