import { formatUsd } from '../../kit/format.js';
import { type ModelPrices, type PlaygroundModel } from './playground-model.js';

const MILLION = 1_000_000;

const UNITS: readonly [rate: keyof ModelPrices, unit: string][] = [
  ['perImage', 'per image'],
  ['perSecondVideo', 'per second'],
  ['perMinuteAudio', 'per minute'],
  ['perMChar', 'per 1M characters'],
  ['perSearch', 'per search'],
  ['perRequest', 'per request'],
];

/** For example "openai · 400K context · $0.25 in, $2.00 out per 1M tokens". Unknown values are left out. */
export function describeModel({ ownedBy, contextTokens, price }: PlaygroundModel): string {
  return [
    ownedBy === '' ? undefined : ownedBy,
    contextTokens === undefined ? undefined : `${formatTokens(contextTokens)} context`,
    describePrice(price),
  ]
    .filter((part) => part !== undefined)
    .join(' · ');
}

/** A price with no rates, or only zeros, is "free". */
function describePrice(price: ModelPrices | undefined): string | undefined {
  if (price === undefined) return undefined;
  if (Object.values(price).every((rate) => (rate ?? 0) === 0)) return 'free';
  const rates = [describeTokenRates(price), ...UNITS.map((unit) => describeUnit(price, unit))];
  const stated = rates.filter((rate) => rate !== undefined);
  return stated.join(', ');
}

function describeTokenRates({ inputPerMTok, outputPerMTok }: ModelPrices): string | undefined {
  if (inputPerMTok === undefined && outputPerMTok === undefined) return undefined;
  const rates = [
    inputPerMTok === undefined ? undefined : `${formatUsd(inputPerMTok)} in`,
    outputPerMTok === undefined ? undefined : `${formatUsd(outputPerMTok)} out`,
  ];
  return `${rates.filter((rate) => rate !== undefined).join(', ')} per 1M tokens`;
}

function describeUnit(price: ModelPrices, [rate, unit]: (typeof UNITS)[number]): string | undefined {
  const usd = price[rate];
  return usd === undefined ? undefined : `${formatUsd(usd)} ${unit}`;
}

/** Such as "128K" or "1M". */
function formatTokens(tokens: number): string {
  const [value, unit] = tokens >= MILLION ? [tokens / MILLION, 'M'] : [tokens / 1_000, 'K'];
  return `${Number(value.toFixed(value < 10 ? 1 : 0))}${unit}`;
}
