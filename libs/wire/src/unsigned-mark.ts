import { sealReasoningSignature } from '#canonical';

/**
 * Sent in the signature field of a client's format if the upstream gave no signature. A service of that format would
 * refuse reasoning without a signature; if the mark comes back, the gateway knows that the reasoning has none.
 */
export const UNSIGNED_MARK = sealReasoningSignature({ origin: '', value: '' }, 'every format');
