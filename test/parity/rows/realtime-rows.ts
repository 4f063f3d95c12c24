/** A kind of session. */
export interface SessionRow {
  name: string;
  /** A model of the stage. */
  model: string;
  /** The operation of its responses in usage records. */
  operation: string;
  format: string;
  /** Whether a response over a limit of the token is reported in its own last event, or in an error. */
  isLimitToldBy: 'response.done' | 'error';
}

/** Sessions with a service that has realtime, and with the gateway on behalf of one that has not. */
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
