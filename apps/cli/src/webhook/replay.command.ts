import { type WebhookDeliveryView } from '#admin';
import { type AdminClient } from '../admin/admin-client.js';
import { AdminRefusal } from '../admin/response-parsing-admin.js';
import { findNamed } from '../admin/find-named.js';
import { readList } from '../admin/read-list.js';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { defineAdminCommand } from '../frame/command.js';
import { formatCount } from '../frame/format.js';
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
  summary: 'send webhooks that match all filters again, with the same ids',
  options: {
    since: text('<time>', 'created since: a date, a date and time, or a duration ago such as 30m, 12h or 7d'),
    id: text('<id>', 'filter by webhook-id'),
    token: text('<name>', 'filter by token name or id'),
    dead: flag('only failed deliveries'),
  },
  examples: [
    { line: 'webhook replay --dead', what: 'All failed deliveries:' },
    { line: 'webhook replay --since 12h --token ci', what: 'Webhooks of a token in the last 12 hours:' },
  ],
  run: async ({ options: { since, id, token, dead } }, admin, output) => {
    if (since === undefined && id === undefined && token === undefined && !dead) {
      throw new CommandFailure(
        'Pass at least one filter: --since, --id, --token or --dead.',
        exitCodes.usage,
      );
    }
    const filter = {
      from: parseMoment('--since', since),
      token: token === undefined ? undefined : (await findNamed(admin, TOKENS, token)).id,
      state: dead ? 'dead' : undefined,
    };
    const deliveries =
      id === undefined ? await findDeliveries(admin, filter) : await findDelivery(admin, id, filter);
    const replayed: WebhookDeliveryView[] = [];
    for (const delivery of deliveries) {
      const state = await replayDelivery(admin, delivery.id);
      if (state === undefined) output.note(`${delivery.id} is being sent right now and was skipped.`);
      else replayed.push(state);
    }
    output.result({ replayed }, () => describeReplay(replayed, output));
  },
});

function describeReplay(replayed: readonly WebhookDeliveryView[], output: Output): string[] {
  if (replayed.length === 0) return ['No matching webhooks found. Nothing was queued.'];
  return [
    ...output.table(COLUMNS, replayed),
    '',
    `${formatCount(replayed.length, 'webhook')} queued. Queued webhooks are sent now if the gateway is running, otherwise at the next start.`,
  ];
}

/** Oldest first, so that receivers get the webhooks in the order of the events. */
async function findDeliveries(admin: AdminClient, filter: DeliveryFilter): Promise<WebhookDeliveryView[]> {
  const { data } = await readList<WebhookDeliveryView>(admin, PATH, { ...filter });
  return data.toReversed();
}

/** The delivery with this id, if it also matches the filter. */
async function findDelivery(
  admin: AdminClient,
  id: string,
  { from, token, state }: DeliveryFilter,
): Promise<WebhookDeliveryView[]> {
  try {
    const delivery = (await admin.request('GET', toPath(id))) as WebhookDeliveryView;
    const isMatch =
      (from === undefined || delivery.created_at >= from) &&
      (token === undefined || delivery.token_id === token) &&
      (state === undefined || delivery.state === state);
    return isMatch ? [delivery] : [];
  } catch (error) {
    if (!(error instanceof AdminRefusal) || error.status !== NOT_FOUND) throw error;
    throw new CommandFailure(`No webhook with the id "${id}" was found.`, exitCodes.notFound);
  }
}

/** Undefined if the webhook is being sent right now. */
async function replayDelivery(admin: AdminClient, id: string): Promise<WebhookDeliveryView | undefined> {
  try {
    return (await admin.request('POST', `${toPath(id)}/replay`, {})) as WebhookDeliveryView;
  } catch (error) {
    if (error instanceof AdminRefusal && error.status === CONFLICT) return undefined;
    throw error;
  }
}

function toPath(id: string): string {
  return `${PATH}/${encodeURIComponent(id)}`;
}
