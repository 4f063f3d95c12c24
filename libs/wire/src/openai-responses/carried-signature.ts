import { type ReasoningSignature, openReasoningSignature, sealReasoningSignature } from '#canonical';
import { UNPROVEN } from '../unproven.js';

/**
 * The `encrypted_content` of a reasoning item is the one place where clients of this format carry a signature for
 * us. Besides the signature it has to say what the signature belongs to: shown reasoning, reasoning that was redacted,
 * or the function call before the item.
 */
interface CarriedSignature {
  of: 'reasoning' | 'redacted-reasoning' | 'call';
  signature: ReasoningSignature;
}

const MARKS = { reasoning: '', 'redacted-reasoning': 'mgredacted.', call: 'mgcall.' } as const;

export const FORMAT_ID = 'openai-responses';

export function sealCarriedSignature({ of, signature }: CarriedSignature): string {
  return `${MARKS[of]}${sealReasoningSignature(signature, FORMAT_ID)}`;
}

/** Undefined: nothing is proven by it. */
export function openCarriedSignature(encryptedContent: string): CarriedSignature | undefined {
  if (encryptedContent === '' || encryptedContent === UNPROVEN) return undefined;
  const of = (['redacted-reasoning', 'call'] as const).find((one) => encryptedContent.startsWith(MARKS[one]));
  if (of === undefined)
    return { of: 'reasoning', signature: openReasoningSignature(encryptedContent, FORMAT_ID) };
  return { of, signature: openReasoningSignature(encryptedContent.slice(MARKS[of].length), FORMAT_ID) };
}
