const BY_CODE: Readonly<Record<number, string>> = {
  1000: 'The conversation has ended.',
  1001: 'The session was over: it had lasted an hour, or was silent for long. Connect again to go on.',
  1005: 'The connection was closed.',
  1006: 'The connection broke, or was refused. Check the token and the model, then connect again.',
  1008: 'The gateway ended the session: the token is no longer valid, its budget is used up, or too much was sent.',
  1009: 'A message was too large. Send less at once.',
  1011: 'The service behind the model was lost. Connect again.',
  1012: 'The gateway is being restarted. Connect again in a moment.',
  1013: 'The connection was too slow. Connect again.',
};

/** Why a conversation ended, for people. */
export function closeWords(code: number): string {
  return BY_CODE[code] ?? 'The connection was closed.';
}
