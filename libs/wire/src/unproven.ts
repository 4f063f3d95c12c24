import { sealReasoningSignature } from '#canonical';

/**
 * Stands where a client's format has a place for a signature and the upstream gave none. A service of that format would
 * refuse what has no signature, or hold it for its own; this mark tells us on return that it is neither.
 */
export const UNPROVEN = sealReasoningSignature({ origin: '', value: '' }, 'every format');
