import { setImmediate as yieldToEventLoop, setTimeout as sleep } from 'node:timers/promises';
import { LOGGER, type Logger } from '#telemetry';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { PolicyService } from '../policies/policy-service.js';
import { ChatRequest, type RelayedRequest } from '../relayed-request.js';
import { ContentMemory } from './content-memory.js';
import { prepareContent } from './prepare-content.js';
import { type ContentToStore, RecordedContentRepository } from './recorded-content.repository.js';
import { RecordingClient } from './recording-client.js';
import { Recording } from './recording.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_HELD_BYTES = 64 * 1024 * 1024;
const MAX_WAITING = 1_000;
const BATCH_SIZE = 16;
/** The pauses between retries. Meanwhile, new recordings wait, and are dropped when there is no more room. */
const RETRY_MS = [1_000, 5_000, 15_000];
const LOG_EVERY_MS = 60_000;

export type RecordOutcome = 'stored' | 'dropped' | 'failed';

/**
 * Records the content of requests of tokens that have this enabled. Requests only hand over their bytes and do not
 * wait: parsing, sealing and storing happen after they have ended. Recordings for which there is no room are dropped
 * and counted.
 */
@Injectable()
export class ContentRecorder implements OnApplicationShutdown {
  /** Called with the outcome of each recording. */
  onOutcome: (outcome: RecordOutcome) => void = () => undefined;
  readonly memory = new ContentMemory(MAX_HELD_BYTES);
  private readonly waiting: Recording[] = [];
  private writing: Promise<void> | undefined;
  private readonly closing = new AbortController();
  private nextLogAtMs = 0;

  constructor(
    private readonly contents: RecordedContentRepository,
    private readonly policies: PolicyService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Starts to record a request and its response. Undefined for forms, whose files are not recorded. */
  begin(request: RelayedRequest): Recording | undefined {
    const { body, token, requestId, operation, format, model, hints, startedAtMs } = request;
    if (!Buffer.isBuffer(body)) return undefined;
    const facts = {
      requestId,
      tokenId: token.id,
      owner: token.owner,
      recordedAtMs: startedAtMs,
      expiresAtMs: startedAtMs + (token.contentDays ?? 0) * DAY_MS,
      operation,
      format,
      requestFormat: request instanceof ChatRequest ? request.clientFormat : format,
      model,
      hints,
    };
    const recording = new Recording(facts, body, this.memory);
    request.client = new RecordingClient(request.client, recording);
    return recording;
  }

  /** Called when the request has ended, with or without success. */
  finish(recording: Recording): void {
    if (recording.isDropped || this.waiting.length >= MAX_WAITING) {
      recording.release();
      this.report('dropped', 'the queue is full');
      return;
    }
    this.waiting.push(recording);
    this.writing ??= this.writeAll();
  }

  /** Resolves when all finished recordings are stored or dropped. */
  async flush(): Promise<void> {
    await this.writing;
  }

  async onApplicationShutdown(): Promise<void> {
    this.closing.abort();
    await this.flush();
  }

  private async writeAll(): Promise<void> {
    await yieldToEventLoop();
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, BATCH_SIZE);
      await this.write(batch);
      for (const recording of batch) recording.release();
    }
    this.writing = undefined;
  }

  private async write(batch: readonly Recording[]): Promise<void> {
    const contents: ContentToStore[] = [];
    for (const recording of batch) {
      try {
        const content = await prepareContent(recording, (text) => this.policies.redactText(text));
        contents.push({ ...recording.facts, content });
      } catch (error) {
        // The message of the error may quote content.
        this.report('failed', error instanceof Error ? error.name : 'unreadable');
      }
    }
    if (contents.length === 0) return;
    const failure = await this.store(contents);
    for (const _content of contents) this.report(failure === undefined ? 'stored' : 'failed', failure);
  }

  /** Returns the reason if storing failed. */
  private async store(contents: readonly ContentToStore[]): Promise<string | undefined> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        await this.contents.saveAll(contents);
        return undefined;
      } catch (error) {
        const pauseMs = RETRY_MS[attempt];
        if (pauseMs === undefined || this.closing.signal.aborted) {
          return error instanceof Error ? error.message : 'the database rejected it';
        }
        await sleep(pauseMs, undefined, { signal: this.closing.signal }).catch(() => undefined);
      }
    }
  }

  /** Reports an outcome, and logs failures once a minute, without content. */
  private report(outcome: RecordOutcome, reason?: string): void {
    this.onOutcome(outcome);
    const nowMs = Date.now();
    if (outcome === 'stored' || nowMs < this.nextLogAtMs) return;
    this.nextLogAtMs = nowMs + LOG_EVERY_MS;
    this.logger.warn({ outcome, reason }, 'the content of a request could not be recorded');
  }
}
