import { type ReasoningSignature, openReasoningSignature, sealReasoningSignature } from '#canonical';
import { UNPROVEN } from '../unproven.js';

const SEALED = 'mgproof.';
const REDACTED = 'redacted:';
/** Ends a signature of reasoning that stands before the part which carries it. No base64 has a dot. */
const BEFORE = '.before';

/** Accepted by the service in place of a signature that the history cannot have: another service made the call. */
export const DUMMY_SIGNATURE = 'skip_thought_signature_validator';
/** On what the service would have signed, had it been the one to say it. */
export const MISSING_SIGNATURE = Buffer.from(UNPROVEN, 'utf8').toString('base64');

const DUMMY_SIGNATURES = new Set([
  DUMMY_SIGNATURE,
  'context_engineering_is_the_way_to_go',
  MISSING_SIGNATURE,
]);

export interface OpenedSignature {
  signature: ReasoningSignature;
  isRedacted?: true;
  /** Belongs to reasoning before the part that carries it, not to that part. */
  isBefore?: true;
}

export const FORMAT_ID = 'gemini-generate-content';

/** A signature of the service itself, as the upstream gave it. */
export function readUpstreamSignature(value: string): OpenedSignature | undefined {
  return value === MISSING_SIGNATURE ? undefined : { signature: { origin: FORMAT_ID, value } };
}

/**
 * A signature in the field where clients of this format carry signatures. The field is base64 on the wire, and some
 * clients decode it and encode it again in the other alphabet; so what is not ours by nature is wrapped in base64.
 */
export function sealSignature(
  signature: ReasoningSignature,
  { isRedacted = false, isBefore = false }: { isRedacted?: boolean; isBefore?: boolean } = {},
): string {
  const sealed = sealReasoningSignature(signature, FORMAT_ID);
  if (signature.origin === FORMAT_ID) return sealed;
  const marked = (isRedacted ? REDACTED : '') + sealed + (isBefore ? BEFORE : '');
  return Buffer.from(marked, 'utf8').toString('base64');
}

/** What came back from a client; undefined for the placeholders that prove nothing. */
export function openSignature(carried: string): OpenedSignature | undefined {
  if (carried === '' || DUMMY_SIGNATURES.has(carried)) return undefined;
  const text = Buffer.from(carried, 'base64').toString('utf8');
  const isRedacted = text.startsWith(REDACTED + SEALED);
  const marked = isRedacted ? text.slice(REDACTED.length) : text;
  if (!marked.startsWith(SEALED)) return { signature: { origin: FORMAT_ID, value: carried } };
  const isBefore = marked.endsWith(BEFORE);
  const sealed = isBefore ? marked.slice(0, -BEFORE.length) : marked;
  return {
    signature: openReasoningSignature(sealed, FORMAT_ID),
    ...(isRedacted ? { isRedacted } : {}),
    ...(isBefore ? { isBefore } : {}),
  };
}
