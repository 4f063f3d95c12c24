import { findCards } from './find-cards.js';
import { findEmails } from './find-emails.js';
import { findPhones } from './find-phones.js';
import { type Span, replaceSpans } from './span.js';

/** In the order in which they are looked for: digits in an address are no number. */
const FINDERS = {
  email: findEmails,
  card: findCards,
  phone: findPhones,
} as const satisfies Record<string, (text: string) => Span[]>;

export type RedactedKind = keyof typeof FINDERS;
/** How many of each kind were found; kinds of which there were none are left out. */
export type RedactionCounts = Partial<Record<RedactedKind, number>>;

const KINDS = Object.keys(FINDERS) as RedactedKind[];

/** The text without what these kinds name: `[email]` stands where an address was. The same text where there is none. */
export function redactText(
  text: string,
  wanted: readonly RedactedKind[],
): { text: string; found: RedactionCounts } {
  let redacted = text;
  const found: RedactionCounts = {};
  for (const kind of KINDS.filter((one) => wanted.includes(one))) {
    const spans = FINDERS[kind](redacted);
    if (spans.length === 0) continue;
    redacted = replaceSpans(redacted, spans, `[${kind}]`);
    found[kind] = spans.length;
  }
  return { text: redacted, found };
}
