import { type SequenceRange } from '#metering';

export const EXPORT_KINDS = ['requests', 'contents'] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

export interface FeedLine {
  sequence: string;
  /** JSON without a line break. */
  json: string;
}

/** Rows of one kind, in the order in which they were stored. */
export interface ExportFeed {
  /** Small enough that a page fits into memory, however large its rows are. */
  readonly pageRows: number;
  /** The number up to which no more rows will be added; undefined if it cannot be determined now. */
  readSettled(): Promise<string | undefined>;
  read(range: SequenceRange): Promise<FeedLine[]>;
  /** The time of the first row after this number. */
  findFirstMoment(after: string): Promise<Date | undefined>;
}

export type ExportFeeds = Readonly<Record<ExportKind, ExportFeed>>;
