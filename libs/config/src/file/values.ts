import { z } from 'zod';
import { CREDENTIAL, WEBHOOK_SECRET, isCredential, isWebhookSecret } from '../text/credential.js';
import { BASE_URL, HTTP_URL, isHttpUrl, parseBaseUrl } from '../text/http-url.js';
import {
  MODEL_ID,
  MODEL_NAME,
  MODEL_PATTERN,
  isModelId,
  isModelPattern,
  isUpstreamModel,
} from '../text/model-name.js';
import { NETWORK, parseNetwork } from '../text/network.js';
import { isPrintableLine } from '../text/printable.js';
import { PUBLIC_KEY, readPublicKey } from '../text/public-key.js';
import { boundedList } from './bounded.js';
import { describeUnknownKey } from './yaml-document.js';

/*
 * The value types of the schemas. The error text of each is the expected value as a noun: messages are "… is not <noun>".
 */

const MAX_NAME_LENGTH = 128;
const MAX_PATH_LENGTH = 1_024;
const MAX_USD = 1_000_000_000;

function textWhere(expected: string, isValid: (text: string) => boolean) {
  return z.string(expected).refine(isValid, expected);
}

function textParsedBy(expected: string, parse: (text: string) => string | undefined) {
  return textWhere(expected, (text) => parse(text) !== undefined).transform((text) => parse(text) ?? text);
}

export const name = textWhere(
  `a name (1 to ${MAX_NAME_LENGTH} characters, without leading or trailing spaces)`,
  (text) => isPrintableLine(text, MAX_NAME_LENGTH),
);

export const upstreamModel = textWhere(MODEL_NAME, isUpstreamModel);
export const modelId = textWhere(MODEL_ID, isModelId);
export const modelPattern = textWhere(MODEL_PATTERN, isModelPattern);
export const credential = textWhere(CREDENTIAL, isCredential);
export const webhookSecret = textWhere(WEBHOOK_SECRET, isWebhookSecret);
export const baseUrl = textParsedBy(BASE_URL, parseBaseUrl);
export const httpUrl = textWhere(HTTP_URL, isHttpUrl);
export const network = textParsedBy(NETWORK, parseNetwork);
export const publicKey = textWhere(PUBLIC_KEY, (text) => readPublicKey(text) !== undefined);
export const sha256 = textWhere('a SHA-256 hash (64 hexadecimal digits)', (text) =>
  /^[0-9a-f]{64}$/i.test(text),
);
export const modelSource = textWhere('an https URL or the path of a file', isModelSource);
/** Regions and projects become parts of host names and paths. */
export const cloudRegion = textWhere('a region (lower-case letters, digits and hyphens)', (text) =>
  /^[a-z\d][a-z\d-]{0,62}$/.test(text),
);
export const cloudProject = textWhere(
  'the id of a project (lower-case letters, digits, hyphens, dots and colons)',
  (text) => /^[a-z\d][a-z\d.:-]{0,99}$/.test(text),
);
export const flag = z.boolean('true or false');

const DATE_TIME = 'a date and time with offset, such as 2030-01-01T00:00:00Z';
export const dateTime = z.iso.datetime({ offset: true, error: DATE_TIME }).transform(toUtc);

function isModelSource(text: string): boolean {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return isPrintableLine(text, MAX_PATH_LENGTH);
  return /^https:/i.test(text) && isHttpUrl(text);
}

function toUtc(text: string): string {
  return new Date(text).toISOString();
}

export function whole(min: number, max: number) {
  const expected = `a whole number from ${min} to ${max}`;
  return z.int(expected).min(min, expected).max(max, expected);
}

export const USD = `an amount in USD (0 to ${MAX_USD})`;
export const usd = z.number(USD).min(0, USD).max(MAX_USD, USD);

export function oneOf<const T extends readonly string[]>(expected: string, values: T) {
  return z.enum(values, expected);
}

export function listOf<T extends z.ZodType>(expected: string, item: T, max?: number) {
  return boundedList(item, {
    expected: `a list of ${expected}`,
    nonEmpty: `a list of one or more ${expected}`,
    max,
  });
}

/** A map of exactly these keys. The error for an unknown key suggests a similar one. */
export function mapOf<T extends z.core.$ZodLooseShape>(expected: string, shape: T) {
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? describeUnknownKey(issue, Object.keys(shape)) : expected,
  });
}
