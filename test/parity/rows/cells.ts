import { type Row, never } from '../row.js';

/** Cells that several rows share. */
export const NO_VIDEO = {
  maxVideoSize: never('makes no videos'),
  maxVideoSeconds: never('makes no videos'),
} as const satisfies Partial<Row>;

export const NO_IMAGE = { maxImageSize: never('makes no images') } as const satisfies Partial<Row>;

/** For output that is not text of a model. */
export const NO_TEXT = {
  maxOutputTokens: never('the response is no text of a model'),
} as const satisfies Partial<Row>;

export const NO_CHOICES = { maxChoices: never('an answer has one choice') } as const satisfies Partial<Row>;

export const STREAMED_COST = never('headers are sent before the cost of the stream is known');

/** Reads a stream to its end. */
export async function drain(stream: AsyncIterable<unknown>): Promise<void> {
  for await (const event of stream) void event;
}
