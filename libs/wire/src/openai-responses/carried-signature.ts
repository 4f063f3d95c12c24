import { type ReasoningSignature, openReasoningSignature, sealReasoningSignature } from '#canonical';
import { UNSIGNED_MARK } from '../unsigned-mark.js';

/**
 * The `encrypted_content` of a reasoning item is the only member of this format that can carry a signature of the
 * gateway. It also records what the signature belongs to: shown reasoning, redacted reasoning, or the function call
 * before the item.
 */
interface CarriedSignature {
  kind: 'reasoning' | 'redacted-reasoning' | 'call';
  signature: ReasoningSignature;
}

const PREFIXES = { reasoning: '', 'redacted-reasoning': 'mgredacted.', call: 'mgcall.' } as const;

export const FORMAT_ID = 'openai-responses';

export function sealCarriedSignature({ kind, signature }: CarriedSignature): string {
  return `${PREFIXES[kind]}${sealReasoningSignature(signature, FORMAT_ID)}`;
}

/** Undefined if there is no signature. */
export function openCarriedSignature(encryptedContent: string): CarriedSignature | undefined {
  if (encryptedContent === '' || encryptedContent === UNSIGNED_MARK) return undefined;
  const kind = (['redacted-reasoning', 'call'] as const).find((one) =>
    encryptedContent.startsWith(PREFIXES[one]),
  );
  if (kind === undefined)
    return { kind: 'reasoning', signature: openReasoningSignature(encryptedContent, FORMAT_ID) };
  return {
    kind,
    signature: openReasoningSignature(encryptedContent.slice(PREFIXES[kind].length), FORMAT_ID),
  };
}
