import { type ModelView } from '#admin';
import { readList } from '../admin/read-list.js';
import { defineAdminCommand } from '../frame/command.js';
import { showUsd } from '../frame/format.js';
import { text } from '../frame/options.js';
import { describeList } from '../frame/output.js';
import { type Column } from '../frame/table.js';

const COLUMNS: Column<ModelView>[] = [
  {
    title: 'MODEL',
    value: ({ id }) => id,
    style: ({ served }) => (served ? undefined : 'faint'),
  },
  { title: 'CAPABILITIES', value: ({ capabilities }) => capabilities.join(', ') },
  { title: 'CHANNELS', value: ({ channels }) => channels.map(({ name }) => name).join(', ') },
  { title: 'PRICE USD', value: ({ price }) => price && describePrice(price.rates) },
  { title: 'PRICE FROM', value: ({ price }) => price?.origin },
];

type Rates = NonNullable<ModelView['price']>['rates'];

const TOKEN_RATES: readonly [keyof Rates, string][] = [
  ['input_per_m_tok', 'in'],
  ['output_per_m_tok', 'out'],
];

const OTHER_RATES: readonly [keyof Rates, string][] = [
  ['per_image', 'per image'],
  ['per_second_video', 'per second of video'],
  ['per_m_char', 'per million characters'],
  ['per_minute_audio', 'per minute of audio'],
  ['per_request', 'per request'],
  ['per_search', 'per search'],
  ['per_web_search', 'per web search'],
  ['per_searched_request', 'per request with web search'],
  ['per_code_session', 'per code container'],
];

export const modelListCommand = defineAdminCommand({
  name: 'model list',
  summary: 'list models, their channels and prices',
  options: {
    capability: text('<capability>', 'filter by capability: chat, embeddings, video, …'),
    channel: text('<name>', 'filter by channel'),
    search: text('<text>', 'filter by a part of the id'),
  },
  examples: [
    { line: 'model list --capability embeddings', what: 'Embedding models:' },
    {
      line: `model list --json | jq -r '.data[] | select(.price == null) | .id'`,
      what: 'Models without a price:',
    },
  ],
  run: async ({ options: { capability, channel, search } }, admin, output) => {
    const filters = { capability, channel, search };
    const models = await readList<ModelView>(admin, '/api/models', filters);
    output.result(models, () =>
      describeList({ noun: 'models', columns: COLUMNS, rows: models.data, filters }, output),
    );
  },
});

/** The most important rates. The JSON output has all of them. */
export function describePrice(rates: Rates): string {
  const tokens = describeRates(rates, TOKEN_RATES).join(', ');
  const parts = [tokens === '' ? '' : `${tokens} per million tokens`, ...describeRates(rates, OTHER_RATES)];
  return parts.filter((part) => part !== '').join('; ');
}

function describeRates(rates: Rates, units: readonly [keyof Rates, string][]): string[] {
  return units.flatMap(([rate, unit]) => {
    const amount = formatAmount(rates[rate]);
    return amount === undefined ? [] : [`${amount} ${unit}`];
  });
}

/** One amount, or the range of amounts if the rate depends on the size. */
function formatAmount(rate: unknown): string | undefined {
  if (typeof rate === 'number') return showUsd(rate);
  if (typeof rate !== 'object' || rate === null) return undefined;
  const amounts = Object.values(rate).filter((amount): amount is number => typeof amount === 'number');
  if (amounts.length === 0) return undefined;
  const [min, max] = [Math.min(...amounts), Math.max(...amounts)];
  return min === max ? showUsd(min) : `${showUsd(min)} to ${showUsd(max)}`;
}
