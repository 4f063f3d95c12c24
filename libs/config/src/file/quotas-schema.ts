import * as values from './values.js';

/** Far more than anybody has, and a number that can still be multiplied. */
export const MAX_QUOTA = 100_000_000;

const amount = values.whole(1, MAX_QUOTA).optional();

/** How much one owner may have stored. What is left out can be set in the console. */
export const quotasSchema = values.mapOf('a map of quotas', {
  storedResponses: amount,
  storedResponsesMb: amount,
  idempotencyAnswers: amount,
  idempotencyAnswersMb: amount,
  cachedAnswers: amount,
  cachedAnswersMb: amount,
  mediaFiles: amount,
  mediaMb: amount,
});
