import { type FinishKind, type FinishReason } from '#canonical';

const KINDS: Record<string, FinishKind> = {
  STOP: 'stop',
  MAX_TOKENS: 'length',
  CONTINUATION: 'length',
  SAFETY: 'content-filter',
  RECITATION: 'content-filter',
  LANGUAGE: 'content-filter',
  BLOCKLIST: 'content-filter',
  PROHIBITED_CONTENT: 'content-filter',
  SPII: 'content-filter',
  IMAGE_SAFETY: 'content-filter',
  IMAGE_PROHIBITED_CONTENT: 'content-filter',
  IMAGE_RECITATION: 'content-filter',
  IMAGE_OTHER: 'content-filter',
};

const REASONS: Record<FinishKind, string> = {
  stop: 'STOP',
  'stop-sequence': 'STOP',
  'tool-calls': 'STOP',
  length: 'MAX_TOKENS',
  'content-filter': 'SAFETY',
  refusal: 'SAFETY',
  other: 'OTHER',
};

const MALFORMED_CALL = 'MALFORMED_FUNCTION_CALL';

/** The service also returns STOP when it waits for tool results. */
export function decodeFinishReason(word: string, hasCalls: boolean): FinishReason {
  const kind = KINDS[word] ?? 'other';
  return { kind: hasCalls && kind !== 'content-filter' ? 'tool-calls' : kind, raw: word };
}

/** `hasMalformedCall`: a call could not be sent to the client, so the response must not look complete. */
export function encodeFinishReason({ kind }: FinishReason, hasMalformedCall = false): string {
  const word = REASONS[kind];
  return hasMalformedCall && (word === 'STOP' || word === 'OTHER') ? MALFORMED_CALL : word;
}
