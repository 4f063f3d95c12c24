import { LRUCache } from 'lru-cache';

/** The quantity that a price is for: one, a minute (in seconds), or a million. */
export type ChargedUnit = 1 | 60 | 1_000_000;

/** What can be charged for. Each has a line of its own in a bill. */
export type Dimension =
  | 'input'
  | 'cached_input'
  | 'cache_write'
  | 'cache_write_1h'
  | 'audio_input'
  | 'image_input'
  | 'output'
  | 'audio_output'
  | 'image_output'
  | 'reasoning'
  | 'images'
  | 'video_seconds'
  | 'audio_seconds'
  | 'characters'
  | 'search_units'
  | 'web_searches'
  | 'searched_request'
  | 'code_sessions'
  | 'request';

/** Collects charges. */
export interface Charges {
  /** An amount of 0 is ignored. `usd` is undefined if the price is unknown. */
  add(amount: number, usd: number | undefined, per: ChargedUnit, dimension: Dimension): void;
}

interface Charge {
  amount: number;
  usd: number;
  per: ChargedUnit;
}

/*
 * Decimal fractions are represented exactly, as integers with this many digits after the point. Longer amounts, such as
 * a third of a second, are truncated: further digits are noise that would round the cost up.
 */
const AMOUNT_DIGITS = 9;
const USD_DIGITS = 18;
const MICRO_DIGITS = 6;
/** A multiple of every `ChargedUnit`. */
const COMMON_UNIT = 3_000_000;
const DENOMINATOR = BigInt(COMMON_UNIT) * 10n ** BigInt(AMOUNT_DIGITS + USD_DIGITS - MICRO_DIGITS);

/** The maximum amount of the ledger. */
const MAX_MICRO_USD = BigInt(Number.MAX_SAFE_INTEGER);

/** Sums are in millionths of a micro-dollar: nearly all prices per token are integers in this unit. */
const PER_MICRO_USD = 1_000_000;

/**
 * The sum of charges in integer millionths of a dollar, rounded up once. It is always exact: computed with numbers as
 * long as these are exact integers, and with BigInt otherwise.
 */
export class ChargeSum implements Charges {
  /** The number of charges with and without a known price. */
  pricedCharges = 0;
  unpricedCharges = 0;
  /** In millionths of a micro-dollar. */
  private sum = 0;
  /** Charges that cannot be added to `sum` exactly. */
  private inexactCharges: Charge[] | undefined;

  add(amount: number, usd: number | undefined, per: ChargedUnit): void {
    if (amount <= 0) return;
    if (usd === undefined) {
      this.unpricedCharges += 1;
      return;
    }
    this.pricedCharges += 1;
    const sum = this.sum + amount * getIntegerRate(usd, per);
    if (Number.isSafeInteger(sum) && Number.isInteger(amount)) this.sum = sum;
    else (this.inexactCharges ??= []).push({ amount, usd, per });
  }

  getMicroUsd(): number {
    if (this.inexactCharges !== undefined) return sumExactly(this.sum, this.inexactCharges);
    const rest = this.sum % PER_MICRO_USD;
    return (this.sum - rest) / PER_MICRO_USD + (rest > 0 ? 1 : 0);
  }
}

const MAX_RATES = 500;
const integerRates: Readonly<Record<ChargedUnit, LRUCache<number, number>>> = {
  1: new LRUCache({ max: MAX_RATES }),
  60: new LRUCache({ max: MAX_RATES }),
  1_000_000: new LRUCache({ max: MAX_RATES }),
};

/** The price of one unit in millionths of a micro-dollar; NaN if it is not an integer. Cached. */
function getIntegerRate(usd: number, per: ChargedUnit): number {
  const rates = integerRates[per];
  let rate = rates.get(usd);
  if (rate === undefined) rates.set(usd, (rate = toIntegerRate(usd, per)));
  return rate;
}

function toIntegerRate(usd: number, per: ChargedUnit): number {
  const numerator = toFixedPoint(usd, USD_DIGITS);
  const denominator = 10n ** BigInt(USD_DIGITS - 2 * MICRO_DIGITS) * BigInt(per);
  return numerator % denominator === 0n ? Number(numerator / denominator) : Number.NaN;
}

function sumExactly(sum: number, charges: readonly Charge[]): number {
  let numerator = (BigInt(sum) * DENOMINATOR) / BigInt(PER_MICRO_USD);
  for (const { amount, usd, per } of charges) {
    numerator +=
      toFixedPoint(amount, AMOUNT_DIGITS) * toFixedPoint(usd, USD_DIGITS) * BigInt(COMMON_UNIT / per);
  }
  const microUsd = (numerator + DENOMINATOR - 1n) / DENOMINATOR;
  return microUsd > MAX_MICRO_USD ? Number.MAX_SAFE_INTEGER : Number(microUsd);
}

/** The decimal notation of a number without its point: 0.075 with 4 digits is 750. */
function toFixedPoint(value: number, digits: number): bigint {
  const [mantissa = '', exponent = ''] = value.toExponential().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const significant = BigInt(whole + fraction);
  const shift = Number(exponent) - fraction.length + digits;
  return shift >= 0 ? significant * 10n ** BigInt(shift) : significant / 10n ** BigInt(-shift);
}
