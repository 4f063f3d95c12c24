/** How much of it a price is for: one, a minute of seconds, or a million. */
export type ChargedUnit = 1 | 60 | 1_000_000;

/** What is charged for, each in a line of its own. */
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

/** Takes in charges, one after the other. */
export interface Charges {
  /** Nothing of something is no charge, and a price may be unknown. */
  add(amount: number, usd: number | undefined, per: ChargedUnit, dimension: Dimension): void;
}

interface Charge {
  amount: number;
  usd: number;
  per: ChargedUnit;
}

/*
 * Decimal fractions are exact as integers of this many digits after the point. Amounts that are longer, such as a
 * third of a second, are cut off: the rest is noise, and would round a price up.
 */
const AMOUNT_DIGITS = 9;
const USD_DIGITS = 18;
const MICRO_DIGITS = 6;
/** Divisible by every unit. */
const COMMON_UNIT = 3_000_000;
const DENOMINATOR = BigInt(COMMON_UNIT) * 10n ** BigInt(AMOUNT_DIGITS + USD_DIGITS - MICRO_DIGITS);

/** Books cannot count further. */
const MAX_MICRO_USD = BigInt(Number.MAX_SAFE_INTEGER);

/** Nearly all prices are whole millionths of a millionth of a dollar for one of what they are for. */
const PER_MICRO_USD = 1_000_000;

/**
 * What charges cost together, in integer millionths of a dollar, rounded up once. Exact in any case: with plain integers
 * as long as all of it fits into them, with large ones beyond that.
 */
export class ChargeSum implements Charges {
  /** Charges whose price is known, and those that nobody has said a price for. */
  known = 0;
  unknown = 0;
  /** Millionths of a millionth of a dollar. */
  private sum = 0;
  /** What cannot be added to them exactly. */
  private others: Charge[] | undefined;

  add(amount: number, usd: number | undefined, per: ChargedUnit): void {
    if (amount <= 0) return;
    if (usd === undefined) {
      this.unknown += 1;
      return;
    }
    this.known += 1;
    const sum = this.sum + amount * findIntegerRate(usd, per);
    if (Number.isSafeInteger(sum) && Number.isInteger(amount)) this.sum = sum;
    else (this.others ??= []).push({ amount, usd, per });
  }

  getMicroUsd(): number {
    if (this.others !== undefined) return addUp(this.sum, this.others);
    const rest = this.sum % PER_MICRO_USD;
    return (this.sum - rest) / PER_MICRO_USD + (rest > 0 ? 1 : 0);
  }
}

const MAX_RATES = 10_000;
const integerRates: Readonly<Record<ChargedUnit, Map<number, number>>> = {
  1: new Map(),
  60: new Map(),
  1_000_000: new Map(),
};

/** What one costs, in millionths of a millionth of a dollar; not a number where that is no integer. Worked out once. */
function findIntegerRate(usd: number, per: ChargedUnit): number {
  const rates = integerRates[per];
  let rate = rates.get(usd);
  if (rate === undefined) {
    if (rates.size >= MAX_RATES) rates.clear();
    rates.set(usd, (rate = toIntegerRate(usd, per)));
  }
  return rate;
}

function toIntegerRate(usd: number, per: ChargedUnit): number {
  const numerator = fixedPoint(usd, USD_DIGITS);
  const denominator = 10n ** BigInt(USD_DIGITS - 2 * MICRO_DIGITS) * BigInt(per);
  return numerator % denominator === 0n ? Number(numerator / denominator) : Number.NaN;
}

function addUp(sum: number, charges: readonly Charge[]): number {
  let numerator = (BigInt(sum) * DENOMINATOR) / BigInt(PER_MICRO_USD);
  for (const { amount, usd, per } of charges) {
    numerator += fixedPoint(amount, AMOUNT_DIGITS) * fixedPoint(usd, USD_DIGITS) * BigInt(COMMON_UNIT / per);
  }
  const microUsd = (numerator + DENOMINATOR - 1n) / DENOMINATOR;
  return microUsd > MAX_MICRO_USD ? Number.MAX_SAFE_INTEGER : Number(microUsd);
}

/** The number as people write it, without the point: 0.075 with 4 digits is 750. */
function fixedPoint(value: number, digits: number): bigint {
  const [mantissa = '', exponent = ''] = value.toExponential().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const significant = BigInt(whole + fraction);
  const shift = Number(exponent) - fraction.length + digits;
  return shift >= 0 ? significant * 10n ** BigInt(shift) : significant / 10n ** BigInt(-shift);
}
