/** A way to hold a session. */
export interface SessionRow {
  name: string;
  /** Which of the stage's models it is held with. */
  model: string;
  /** What its responses are called in the books. */
  operation: string;
  format: string;
  /** Whether a response over a limit of the token is told in its own last event, or in an error. */
  isLimitToldBy: 'response.done' | 'error';
}

/** Sessions with a service that has realtime, and with the gateway in the place of one that has not. */
export const SESSION_ROWS: readonly SessionRow[] = [
  {
    name: 'a session, passed through',
    model: 'realtime',
    operation: 'realtime',
    format: 'openai-realtime',
    isLimitToldBy: 'error',
  },
  {
    name: 'a session, bridged',
    model: 'claude',
    operation: 'chat',
    format: 'openai-chat',
    isLimitToldBy: 'response.done',
  },
];

export const NAMED_SESSION_ROWS: [name: string, row: SessionRow][] = SESSION_ROWS.map((row) => [
  row.name,
  row,
]);
