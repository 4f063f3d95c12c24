import { isMainThread } from 'node:worker_threads';
import { runJob } from './thread/run-job.js';
import { TokenizerWorker } from './thread/tokenizer-worker.js';

/** In characters. Longer texts are estimated by their size, which is accurate enough and costs nothing. */
const MAX_COUNTED_LENGTH = 200_000;
const BYTES_PER_TOKEN = 4;

/** A worker thread serves no other requests, so it counts by itself. */
const worker: Pick<TokenizerWorker, 'run'> = isMainThread ? new TokenizerWorker() : { run: runJob };

/** Long texts are estimated, and so is any text while the tokenizer is busy. */
export async function countTokens(text: string): Promise<number> {
  if (text === '') return 0;
  if (text.length > MAX_COUNTED_LENGTH) return estimate(text);
  return worker.run({ kind: 'count', text }).then(
    (count) => count as number,
    () => estimate(text),
  );
}

/** The start of a text, up to a number of tokens. */
export async function firstTokens(text: string, max: number): Promise<string> {
  // A token has at least one byte.
  if (Buffer.byteLength(text) <= max) return text;
  const counted = text.slice(0, MAX_COUNTED_LENGTH);
  return worker.run({ kind: 'first', text: counted, max }).then(
    (first) => (first === counted ? text : (first as string)),
    () => text.slice(0, max * BYTES_PER_TOKEN),
  );
}

/** Decodes tokens with the vocabulary of OpenAI's embedding models; undefined if one is not in it. */
export async function getTokensText(tokens: readonly number[]): Promise<string | undefined> {
  return (await worker.run({ kind: 'text', tokens })) as string | undefined;
}

function estimate(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}
