/** So much of something, at a price in dollars for so much of it. */
export interface Charge {
  amount: number;
  /** Undefined where nobody has said what it costs. */
  usd: number | undefined;
  /** How much of it the price is for. */
  per: ChargedUnit;
}

/** One of them, a minute of seconds, or a million. */
export type ChargedUnit = 1 | 60 | 1_000_000;

export type KnownCharge = Charge & { usd: number };

export function isKnown(charge: Charge): charge is KnownCharge {
  return charge.usd !== undefined;
}

export function isUsed({ amount }: Charge): boolean {
  return amount > 0;
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

/** What they cost together, in integer millionths of a dollar, rounded up once. */
export function getMicroUsd(charges: readonly KnownCharge[]): number {
  let numerator = 0n;
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
