import { type UsageCounts } from '#metering';
import { type ViewedFormat } from '#wire';
import { type Clients } from './clients.js';

/** The content of a request, independent of its format. */
export interface RequestOptions {
  model: string;
  /** The text that the model answers, draws, speaks, ranks or moderates. */
  text: string;
  maxOutputTokens?: number;
  choices?: number;
  /** Of an image or a video, in pixels. */
  size?: string;
  seconds?: number;
}

export type Dialect = 'openai' | 'anthropic' | 'google' | 'rerank';

/** Why a column does not apply to a row. */
export class NotApplicable {
  constructor(readonly reason: string) {}
}

export const never = (reason: string): NotApplicable => new NotApplicable(reason);

/** A value that a policy limits, with its name in this format. */
export interface CappedParameter {
  param: string;
}

/** For `TEXT`. */
export interface ExpectedUsage extends UsageCounts {
  /** If the upstream reports no usage. */
  isEstimated?: true;
}

/** One kind of request, and what every column expects of it. A row without a column does not compile. */
export interface Row {
  name: string;
  /** As it is in the API's table of routes. */
  route: string;
  dialect: Dialect;
  format: ViewedFormat;
  /** The format in usage records, if it is another one: they store that of the endpoint. */
  recordedFormat?: string;
  operation: string;
  /** A model of the stage. */
  model: string;
  isStreamed: boolean;
  /** Sends the request with the official client, and reads the whole response. */
  ask(clients: Clients, options: RequestOptions): Promise<unknown>;
  /** How a request is kept running: by an upstream that does not finish, or by a body that does not. */
  heldBy: 'upstream' | 'upload';
  /** The recorded usage of a successful request. */
  usage: ExpectedUsage | NotApplicable;
  /** Whether its cost is known before its first byte, and is in a header. */
  costHeader: true | NotApplicable;
  /** Whether it uses tokens, so that a limit on them lasts longer than the request. */
  usesTokens: true | NotApplicable;
  maxOutputTokens: CappedParameter | NotApplicable;
  maxChoices: CappedParameter | NotApplicable;
  maxImageSize: (CappedParameter & { tooLarge: string }) | NotApplicable;
  maxVideoSize: CappedParameter | NotApplicable;
  maxVideoSeconds: CappedParameter | NotApplicable;
  redaction: true | NotApplicable;
  /** The parameter that a rejection by moderation names. */
  moderation: CappedParameter | NotApplicable;
  /** The response to a second request with the same idempotency key. */
  repeated: 'the same bytes' | 'a refusal' | 'the same task';
  cache: true | NotApplicable;
}

/** The rows to which a column applies, with their values. */
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
