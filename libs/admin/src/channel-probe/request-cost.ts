import { type PriceOfRecord } from '#metering';

/** The price of a million input and a million output tokens in USD; undefined if it is unknown or not per token. */
export function findUsdPerMTok(record: PriceOfRecord | undefined): number | undefined {
  const { inputPerMTok: input, outputPerMTok: output = 0 } = record?.price ?? {};
  return input === undefined ? undefined : input + output;
}

/**
 * Orders models for a test request: the lowest known price first, then free models, then models of unknown price. Free
 * models come after the others, because providers often rate limit them, which would fail the test.
 */
export function rankByCost(usdPerMTok: number | undefined): number {
  if (usdPerMTok === undefined) return Number.MAX_VALUE;
  return usdPerMTok > 0 ? usdPerMTok : Number.MAX_VALUE / 2;
}
