import { type ReasoningProof, openProof, sealProof } from '#canonical';
import { FORMAT_ID } from './format-id.js';
import { UNPROVEN } from '../unproven.js';

/**
 * The `encrypted_content` of a reasoning item is the one place where clients of this format carry a proof for
 * us. Besides the proof it has to say what the proof belongs to: shown reasoning, reasoning that was redacted,
 * or the function call before the item.
 */
export interface CarriedProof {
  of: 'reasoning' | 'redacted-reasoning' | 'call';
  proof: ReasoningProof;
}

const MARKS = { reasoning: '', 'redacted-reasoning': 'mgredacted.', call: 'mgcall.' } as const;

export function sealCarriedProof({ of, proof }: CarriedProof): string {
  return `${MARKS[of]}${sealProof(proof, FORMAT_ID)}`;
}

/** Undefined: nothing is proven by it. */
export function openCarriedProof(encryptedContent: string): CarriedProof | undefined {
  if (encryptedContent === '' || encryptedContent === UNPROVEN) return undefined;
  const of = (['redacted-reasoning', 'call'] as const).find((one) => encryptedContent.startsWith(MARKS[one]));
  if (of === undefined) return { of: 'reasoning', proof: openProof(encryptedContent, FORMAT_ID) };
  return { of, proof: openProof(encryptedContent.slice(MARKS[of].length), FORMAT_ID) };
}
