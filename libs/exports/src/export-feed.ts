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
  /** Few enough to be held in memory, however large each of them is. */
  readonly pageRows: number;
  /** Up to which number all that there will ever be is there; undefined where that is not known now. */
  readSettled(): Promise<string | undefined>;
  read(range: SequenceRange): Promise<FeedLine[]>;
  /** When the first row came to be that stands after this number. */
  findFirstMoment(after: string): Promise<Date | undefined>;
}

export type ExportFeeds = Readonly<Record<ExportKind, ExportFeed>>;
