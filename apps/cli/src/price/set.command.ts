import { type ModelView } from '#admin';
import { type AdminClient } from '../admin/admin-client.js';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { defineAdminCommand } from '../frame/command.js';
import { flag, number } from '../frame/options.js';

const RATES = {
  inputPerMTok: number('<usd>', 'a million tokens of input'),
  cachedInputPerMTok: number('<usd>', 'a million tokens of input that a cache had'),
  cacheWritePerMTok: number('<usd>', 'a million tokens that are put into a cache'),
  outputPerMTok: number('<usd>', 'a million tokens of output'),
  reasoningPerMTok: number('<usd>', 'a million tokens of reasoning, where it costs something else'),
  perImage: number('<usd>', 'an image'),
  perSecondVideo: number('<usd>', 'a second of video'),
  perMChar: number('<usd>', 'a million characters'),
  perMinuteAudio: number('<usd>', 'a minute of audio'),
  perRequest: number('<usd>', 'a request'),
  perSearch: number('<usd>', 'a search'),
  perWebSearch: number('<usd>', 'a search of the web that the model makes by itself'),
};

export const priceSetCommand = defineAdminCommand({
  name: 'price set',
  summary: 'say what a model costs, in USD; it replaces the whole price, for requests from now on',
  args: [{ name: '<model>', description: 'its id' }],
  options: { ...RATES, reset: flag('what is known of the model counts again') },
  examples: [
    { line: 'price set gpt-5-mini --input-per-m-tok 0.25 --output-per-m-tok 2', what: 'By tokens:' },
    { line: 'price set gpt-5-mini --reset', what: 'As the catalogue has it:' },
  ],
  run: async ({ args: [model = ''], options: { reset, ...rates } }, admin, output) => {
    const price = toPrice(rates);
    if ((price === null) !== reset) {
      throw new CommandFailure('Say what it costs, or --reset; --help lists the rates.', exitCodes.usage);
    }
    const path = `/api/models/${encodeURIComponent(model)}`;
    // The rest of what is set for the model stays.
    const settings = await findSettings(admin, path);
    const view = (await admin.request('PUT', path, { ...settings, price })) as ModelView;
    output.result(view, () => [
      reset
        ? `The price of ${view.id} is what is known of it again.`
        : `The price of ${view.id} is set. Running processes know within a second.`,
    ]);
  },
});

/** In the words of the admin API; null where no rate was written. */
function toPrice(rates: Readonly<Record<string, number | undefined>>): object | null {
  const given = Object.keys(RATES).filter((name) => rates[name] !== undefined);
  if (given.length === 0) return null;
  return Object.fromEntries(
    given.map((name) => [name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), rates[name]]),
  );
}

async function findSettings(admin: AdminClient, path: string): Promise<object> {
  try {
    return ((await admin.request('GET', path)) as ModelView).settings ?? {};
  } catch (error) {
    // A price may be said before a channel serves the model.
    if (error instanceof CommandFailure && error.exitCode === exitCodes.notFound) return {};
    throw error;
  }
}
