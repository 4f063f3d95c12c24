import { findCards } from './find-cards.js';
import { findEmails } from './find-emails.js';
import { findPhones } from './find-phones.js';
import { type Span, replaceSpans } from './span.js';

/** In the order of search: digits in an e-mail address are not a phone number. */
const FINDERS = {
  email: findEmails,
  card: findCards,
  phone: findPhones,
} as const satisfies Record<string, (text: string) => Span[]>;

export type RedactedKind = keyof typeof FINDERS;
/** The number of matches of each kind, without kinds that had none. */
export type RedactionCounts = Partial<Record<RedactedKind, number>>;

const KINDS = Object.keys(FINDERS) as RedactedKind[];

/** Replaces matches of these kinds, such as an address by `[email]`. Returns the same string if there are none. */
export function redactText(
  text: string,
  kinds: readonly RedactedKind[],
): { text: string; found: RedactionCounts } {
  let redacted = text;
  const found: RedactionCounts = {};
  for (const kind of KINDS.filter((one) => kinds.includes(one))) {
    const spans = FINDERS[kind](redacted);
    if (spans.length === 0) continue;
    redacted = replaceSpans(redacted, spans, `[${kind}]`);
    found[kind] = spans.length;
  }
  return { text: redacted, found };
}
