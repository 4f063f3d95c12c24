const NORMAL = 1000;
const INTERNAL_ERROR = 1011;
const NO_CODE = 1005;
const MAX_REASON_BYTES = 123;
const PROTOCOL_ERROR = 1002;
const CODES: Record<string, number> = {
  WS_ERR_INVALID_UTF8: 1007,
  WS_ERR_TOO_MANY_BUFFERED_PARTS: 1008,
  WS_ERR_UNSUPPORTED_DATA_PAYLOAD_LENGTH: 1009,
  WS_ERR_UNSUPPORTED_MESSAGE_LENGTH: 1009,
};

/** The code and reason of a close frame. */
export interface Closing {
  code: number;
  reason: string;
}

/** Converts a code and reason to ones that a close frame may have: some codes must not be sent. */
export function toSendableClosing(code: number, reason: string): Closing {
  return { code: sendableCode(code), reason: cutReason(reason) };
}

function sendableCode(code: number): number {
  if (code === NO_CODE) return NORMAL;
  return isSendable(code) ? code : INTERNAL_ERROR;
}

function isSendable(code: number): boolean {
  if (!Number.isInteger(code)) return false;
  const isStandard = code >= 1000 && code <= 1014 && ![1004, 1005, 1006].includes(code);
  return isStandard || (code >= 3000 && code <= 4999);
}

function cutReason(reason: string): string {
  const bytes = Buffer.from(reason);
  if (bytes.length <= MAX_REASON_BYTES) return reason;
  let end = MAX_REASON_BYTES;
  while (isInsideCharacter(bytes[end])) end -= 1;
  return bytes.toString('utf8', 0, end);
}

function isInsideCharacter(byte = 0): boolean {
  return (byte & 0b1100_0000) === 0b1000_0000;
}

/** The close frame that `ws` sends to a peer that violates the protocol. */
export function toProtocolClosing(error: Error & { code?: string }): Closing | undefined {
  if (error.code?.startsWith('WS_ERR_') !== true) return undefined;
  return { code: CODES[error.code] ?? PROTOCOL_ERROR, reason: error.message };
}
