import { type RequestBody, type RequestView } from '#wire';
import { type RedactedKind, type RedactionCounts, redactText } from './redaction/redact-text.js';

/** A request in whose texts nothing of these kinds is left, and how much there was; the same one where there was nothing. */
export function redactBody(
  view: RequestView,
  body: RequestBody,
  kinds: readonly RedactedKind[],
): { body: RequestBody; redactions: RedactionCounts } {
  const redactions: RedactionCounts = {};
  if (kinds.length === 0) return { body, redactions };
  const redacted = view.mapTexts(body, (text) => {
    const { text: rest, found } = redactText(text, kinds);
    for (const kind of kinds) {
      const count = found[kind] ?? 0;
      if (count > 0) redactions[kind] = (redactions[kind] ?? 0) + count;
    }
    return rest;
  });
  return { body: redacted, redactions };
}
