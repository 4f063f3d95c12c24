import { type ReasoningSignature, openReasoningSignature, sealReasoningSignature } from '#canonical';
import { UNSIGNED_MARK } from '../unsigned-mark.js';

const SEAL_PREFIX = 'mgproof.';
const REDACTED_PREFIX = 'redacted:';
/** Marks the signature of reasoning before the part that carries it. Base64 contains no dot. */
const BEFORE_SUFFIX = '.before';

/** The service accepts this value for calls of other services, which have no signature. */
export const DUMMY_SIGNATURE = 'skip_thought_signature_validator';
/** Marks parts that this service would have signed if it had generated them. */
export const MISSING_SIGNATURE = Buffer.from(UNSIGNED_MARK, 'utf8').toString('base64');

const DUMMY_SIGNATURES = new Set([
  DUMMY_SIGNATURE,
  'context_engineering_is_the_way_to_go',
  MISSING_SIGNATURE,
]);

export interface OpenedSignature {
  signature: ReasoningSignature;
  isRedacted?: true;
  /** The signature is of the reasoning before the part that carries it. */
  isBefore?: true;
}

export const FORMAT_ID = 'gemini-generate-content';

/** The signature as the upstream sent it. */
export function readUpstreamSignature(value: string): OpenedSignature | undefined {
  return value === MISSING_SIGNATURE ? undefined : { signature: { origin: FORMAT_ID, value } };
}

/**
 * Encodes a signature for the field of this format. The field is base64, and some clients re-encode it in the other
 * alphabet, so signatures of other services are wrapped in base64.
 */
export function sealSignature(
  signature: ReasoningSignature,
  { isRedacted = false, isBefore = false }: { isRedacted?: boolean; isBefore?: boolean } = {},
): string {
  const sealed = sealReasoningSignature(signature, FORMAT_ID);
  if (signature.origin === FORMAT_ID) return sealed;
  const marked = (isRedacted ? REDACTED_PREFIX : '') + sealed + (isBefore ? BEFORE_SUFFIX : '');
  return Buffer.from(marked, 'utf8').toString('base64');
}

/** Decodes a signature that a client sent; undefined for placeholders. */
export function openSignature(carried: string): OpenedSignature | undefined {
  if (carried === '' || DUMMY_SIGNATURES.has(carried)) return undefined;
  const text = Buffer.from(carried, 'base64').toString('utf8');
  const isRedacted = text.startsWith(REDACTED_PREFIX + SEAL_PREFIX);
  const marked = isRedacted ? text.slice(REDACTED_PREFIX.length) : text;
  if (!marked.startsWith(SEAL_PREFIX)) return { signature: { origin: FORMAT_ID, value: carried } };
  const isBefore = marked.endsWith(BEFORE_SUFFIX);
  const sealed = isBefore ? marked.slice(0, -BEFORE_SUFFIX.length) : marked;
  return {
    signature: openReasoningSignature(sealed, FORMAT_ID),
    ...(isRedacted ? { isRedacted } : {}),
    ...(isBefore ? { isBefore } : {}),
  };
}
