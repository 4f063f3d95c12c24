import { isMainThread } from 'node:worker_threads';
import { runJob } from './thread/run-job.js';
import { TokenizerWorker } from './thread/tokenizer-worker.js';

/** Beyond this length an estimate by size is close enough, and costs nothing. */
const MAX_COUNTED_LENGTH = 200_000;
const BYTES_PER_TOKEN = 4;

/** A thread has no other requests to keep waiting, so it counts by itself. */
const worker: Pick<TokenizerWorker, 'run'> = isMainThread ? new TokenizerWorker() : { run: runJob };

/** Estimated for what is too long to count, and where the tokenizer is too busy. */
export async function countTokens(text: string): Promise<number> {
  if (text === '') return 0;
  if (text.length > MAX_COUNTED_LENGTH) return estimate(text);
  return worker.run({ kind: 'count', text }).then(
    (count) => count as number,
    () => estimate(text),
  );
}

/** The text as far as so many tokens reach. */
export async function firstTokens(text: string, max: number): Promise<string> {
  // A token has at least one byte.
  if (Buffer.byteLength(text) <= max) return text;
  const counted = text.slice(0, MAX_COUNTED_LENGTH);
  return worker.run({ kind: 'first', text: counted, max }).then(
    (first) => (first === counted ? text : (first as string)),
    () => text.slice(0, max * BYTES_PER_TOKEN),
  );
}

/** The text that embedding models would have been given these tokens for; undefined where they are none of theirs. */
export async function getTokensText(tokens: readonly number[]): Promise<string | undefined> {
  return (await worker.run({ kind: 'text', tokens })) as string | undefined;
}

function estimate(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}
