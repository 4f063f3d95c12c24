import { type UsageCounts } from '#metering';
import { type ViewedFormat } from '#wire';
import { type Clients } from './clients.js';

/** What a request asks for, in words that hold for every format. */
export interface RequestOptions {
  model: string;
  /** What the client wants to have answered, drawn, spoken, ranked or judged. */
  text: string;
  maxOutputTokens?: number;
  choices?: number;
  /** Of an image or a video, in pixels. */
  size?: string;
  seconds?: number;
}

export type Dialect = 'openai' | 'anthropic' | 'google' | 'rerank';

/** Why a column has nothing to say about a row. */
export class NotApplicable {
  constructor(readonly reason: string) {}
}

export const never = (reason: string): NotApplicable => new NotApplicable(reason);

/** A value that a policy caps, under the name that this format has for it. */
export interface Capped {
  param: string;
}

/** For `TEXT`. */
export interface ExpectedUsage extends UsageCounts {
  /** Where the upstream does not say. */
  isEstimated?: true;
}

/** One way to ask for something, and what every column expects of it. A row without a column does not compile. */
export interface Row {
  name: string;
  /** As the API has it in its table of routes. */
  route: string;
  dialect: Dialect;
  format: ViewedFormat;
  /** What the books call the format, where it is not that: they go by the endpoint. */
  recordedFormat?: string;
  operation: string;
  /** Which of the stage's models it asks. */
  model: string;
  isStreamed: boolean;
  /** Asks by way of the official client, to the last byte. */
  ask(clients: Clients, options: RequestOptions): Promise<unknown>;
  /** How a request is kept running: by an upstream that does not finish, or by a body that does not. */
  heldBy: 'upstream' | 'upload';
  /** What is written down of a request that was answered. */
  usage: ExpectedUsage | NotApplicable;
  /** Whether what it costs is known before its first byte, and stands in a header. */
  costHeader: true | NotApplicable;
  /** Whether it uses tokens, so that a limit on them lasts longer than the request. */
  usesTokens: true | NotApplicable;
  maxOutputTokens: Capped | NotApplicable;
  maxChoices: Capped | NotApplicable;
  maxImageSize: (Capped & { tooLarge: string }) | NotApplicable;
  maxVideoSize: Capped | NotApplicable;
  maxVideoSeconds: Capped | NotApplicable;
  redaction: true | NotApplicable;
  /** What is named where moderation refuses it. */
  moderation: Capped | NotApplicable;
  /** What a second request with the same idempotency key gets. */
  repeated: 'the same bytes' | 'a refusal' | 'the same task';
  cache: true | NotApplicable;
}

/** The rows that a column has something to say about, with what it says. */
export function rowsWith<Column extends keyof Row>(
  rows: readonly Row[],
  column: Column,
): [name: string, row: Row, expected: Exclude<Row[Column], NotApplicable>][] {
  return rows.flatMap((row) => {
    const expected = row[column];
    if (expected instanceof NotApplicable) return [];
    return [[row.name, row, expected as Exclude<Row[Column], NotApplicable>]];
  });
}

export function rowsWithout(rows: readonly Row[], column: keyof Row): [name: string, row: Row][] {
  return rows.filter((row) => row[column] instanceof NotApplicable).map((row) => [row.name, row]);
}
