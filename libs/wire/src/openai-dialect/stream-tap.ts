import { type Usage } from '#canonical';
import { type SseBlock } from '#sse';
import { decodeStreamedError } from '../errors/decode-upstream-error.js';
import { type StreamTap } from '../wire-format.js';
import { DONE, getChoices, getError, readChunk } from './read-chunk.js';
import { readUsage } from './usage.js';

/** Some servers pad the last event; the official client takes it for a chunk then. */
const EXACT_DONE = Buffer.from(`data: ${DONE}\n\n`);

export class ChunkStreamTap implements StreamTap {
  isTerminated = false;
  usage: Usage | undefined;
  private hasFinished = false;

  constructor(private readonly options: { withoutUsageChunk: boolean; secrets: readonly string[] }) {}

  get isComplete(): boolean {
    return this.isTerminated || this.hasFinished;
  }

  push(block: SseBlock): Uint8Array | undefined {
    const data = block.event?.data;
    if (data === undefined) return block.raw;
    if (data.trim() === DONE) {
      this.isTerminated = true;
      return data === DONE ? block.raw : EXACT_DONE;
    }
    const chunk = readChunk(data);
    const error = getError(chunk);
    if (error) throw decodeStreamedError(error, this.options.secrets);
    const usage = readUsage(chunk['usage']);
    if (usage) this.usage = usage;
    const choices = getChoices(chunk);
    if (choices.some((choice) => typeof choice['finish_reason'] === 'string')) this.hasFinished = true;
    const isUsageChunk = chunk['usage'] != null && Array.isArray(chunk['choices']) && choices.length === 0;
    return isUsageChunk && this.options.withoutUsageChunk ? undefined : block.raw;
  }
}
