import { type ModelView } from '#admin';
import { type AdminClient } from '../admin/admin-client.js';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { defineAdminCommand } from '../frame/command.js';
import { flag, number } from '../frame/options.js';

const RATES = {
  inputPerMTok: number('<usd>', 'per million input tokens'),
  cachedInputPerMTok: number('<usd>', 'per million cached input tokens'),
  cacheWritePerMTok: number('<usd>', 'per million cache write tokens'),
  outputPerMTok: number('<usd>', 'per million output tokens'),
  reasoningPerMTok: number('<usd>', 'per million reasoning tokens, if different from output tokens'),
  perImage: number('<usd>', 'per image'),
  perSecondVideo: number('<usd>', 'per second of video'),
  perMChar: number('<usd>', 'per million characters'),
  perMinuteAudio: number('<usd>', 'per minute of audio'),
  perRequest: number('<usd>', 'per request'),
  perSearch: number('<usd>', 'per search'),
  perWebSearch: number('<usd>', 'per web search of the model'),
};

export const priceSetCommand = defineAdminCommand({
  name: 'price set',
  summary: 'set the price of a model in USD; replaces the whole price for new requests',
  args: [{ name: '<model>', description: 'model id' }],
  options: { ...RATES, reset: flag('use the price of the model catalog again') },
  examples: [
    { line: 'price set gpt-5-mini --input-per-m-tok 0.25 --output-per-m-tok 2', what: 'By tokens:' },
    { line: 'price set gpt-5-mini --reset', what: 'Use the catalog price:' },
  ],
  run: async ({ args: [model = ''], options: { reset, ...rates } }, admin, output) => {
    const price = toPrice(rates);
    if ((price === null) !== reset) {
      throw new CommandFailure(
        'Pass at least one rate, or --reset. See --help for the rates.',
        exitCodes.usage,
      );
    }
    const path = `/api/models/${encodeURIComponent(model)}`;
    // PUT replaces all settings, so the other ones are sent unchanged.
    const settings = await findSettings(admin, path);
    const view = (await admin.request('PUT', path, { ...settings, price })) as ModelView;
    output.result(view, () => [
      reset
        ? `${view.id} uses the price of the model catalog again.`
        : `The price of ${view.id} is set. The change takes effect within a second.`,
    ]);
  },
});

/** The price in the format of the admin API. Null if no rate was given. */
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
    // A price can be set before a channel serves the model.
    if (error instanceof CommandFailure && error.exitCode === exitCodes.notFound) return {};
    throw error;
  }
}
