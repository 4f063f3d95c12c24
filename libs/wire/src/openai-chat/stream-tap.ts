import { GatewayError, type Usage } from '#canonical';
import { type SseBlock } from '#sse';
import { type StreamTap } from '../wire-format.js';
import { describeErrorObject } from './decode-error.js';
import { readUsage } from './usage.js';

interface Chunk {
  choices?: { finish_reason?: unknown }[];
  usage?: unknown;
  error?: unknown;
}

const DONE = '[DONE]';
/** Some servers pad the last event; the official client takes it for a chunk then. */
const EXACT_DONE = Buffer.from(`data: ${DONE}\n\n`);

export class ChatStreamTap implements StreamTap {
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
    const chunk = parseChunk(data);
    if (chunk.error)
      throw new GatewayError('upstream-error', describeErrorObject(chunk.error, this.options.secrets));
    const usage = readUsage(chunk.usage);
    if (usage) this.usage = usage;
    if (chunk.choices?.some((choice) => typeof choice?.finish_reason === 'string')) this.hasFinished = true;
    const isUsageChunk = chunk.usage != null && chunk.choices?.length === 0;
    return isUsageChunk && this.options.withoutUsageChunk ? undefined : block.raw;
  }
}

function parseChunk(data: string): Chunk {
  let parsed: unknown;
  try {
    parsed = JSON.parse(data);
  } catch {
    throw new GatewayError('upstream-bad-response', 'The model service sent a chunk that is not JSON.');
  }
  if (typeof parsed !== 'object' || parsed === null) {
    throw new GatewayError('upstream-bad-response', 'The model service sent a chunk that is not an object.');
  }
  const chunk = parsed as Chunk;
  return Array.isArray(chunk.choices) ? chunk : { usage: chunk.usage, error: chunk.error };
}
