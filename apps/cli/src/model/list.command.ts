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

const TOKENS: readonly [keyof Rates, string][] = [
  ['input_per_m_tok', 'in'],
  ['output_per_m_tok', 'out'],
];

const OTHERS: readonly [keyof Rates, string][] = [
  ['per_image', 'an image'],
  ['per_second_video', 'a second of video'],
  ['per_m_char', 'a million characters'],
  ['per_minute_audio', 'a minute of audio'],
  ['per_request', 'a request'],
  ['per_search', 'a search'],
  ['per_web_search', 'a web search'],
  ['per_searched_request', 'a request that searches the web'],
  ['per_code_session', 'a code container'],
];

export const modelListCommand = defineAdminCommand({
  name: 'model list',
  summary: 'show models, who serves them and what they cost',
  options: {
    capability: text('<capability>', 'only those that can be called for this: chat, embeddings, video, …'),
    channel: text('<name>', 'only those of one channel'),
    search: text('<text>', 'only those whose id contains this'),
  },
  examples: [
    { line: 'model list --capability embeddings', what: 'What texts can be embedded with:' },
    {
      line: `model list --json | jq -r '.data[] | select(.price == null) | .id'`,
      what: 'What nobody knows the price of:',
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

/** The rates that people compare by; the rest is in the JSON. */
export function describePrice(rates: Rates): string {
  const tokens = describeRates(rates, TOKENS).join(', ');
  const parts = [tokens === '' ? '' : `${tokens} a million tokens`, ...describeRates(rates, OTHERS)];
  return parts.filter((part) => part !== '').join('; ');
}

function describeRates(rates: Rates, named: readonly [keyof Rates, string][]): string[] {
  return named.flatMap(([rate, words]) => {
    const amount = toAmount(rates[rate]);
    return amount === undefined ? [] : [`${amount} ${words}`];
  });
}

/** One amount, or the span of those by size. */
function toAmount(rate: unknown): string | undefined {
  if (typeof rate === 'number') return showUsd(rate);
  if (typeof rate !== 'object' || rate === null) return undefined;
  const amounts = Object.values(rate).filter((amount): amount is number => typeof amount === 'number');
  if (amounts.length === 0) return undefined;
  const [min, max] = [Math.min(...amounts), Math.max(...amounts)];
  return min === max ? showUsd(min) : `${showUsd(min)} to ${showUsd(max)}`;
}
