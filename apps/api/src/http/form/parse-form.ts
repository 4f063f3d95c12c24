import { type IncomingMessage } from 'node:http';
import { type Writable } from 'node:stream';
import { Dicer } from '@fastify/busboy';
import { type Form, GatewayError } from '#canonical';
import { type ByteHold } from '#limits';
import { type FormLimits, invalidMultipart, tooLarge, tooSlow } from './form-limits.js';
import { FormParts } from './form-parts.js';
import { type SpooledFiles } from './spooled-files.js';

interface FormSource {
  boundary: string;
  files: SpooledFiles;
  limits: FormLimits;
  /** Reserves the disk space of the form. */
  hold?: ByteHold;
}

interface PumpOptions {
  maxBytes: number;
  /** Rejects if no bytes arrive in this time. */
  idleMs: number;
  /** Aborting it stops the pump, which rejects with the reason. */
  signal: AbortSignal;
  /** Reserves the disk space of each chunk before it is parsed. */
  hold?: ByteHold;
}

/** Resolves when all files are completely on disk. Rejects only after all writes have stopped. */
export async function parseForm(
  raw: IncomingMessage,
  { boundary, files, limits, hold }: FormSource,
): Promise<Form> {
  const failure = new AbortController();
  const fail = (error: unknown): void => failure.abort(error);
  const timer = setTimeout(() => fail(tooSlow()), limits.totalMs);
  const parts = new FormParts(files, limits, fail);
  const parser = createParser(boundary, limits);
  parser.on('part', (part) => parts.add(part));
  parser.on('error', () => fail(invalidMultipart('The form ends before its last boundary.')));
  const allParts = new Promise<void>((resolve) => {
    parser.once('finish', resolve);
  });
  try {
    await pumpBody(raw, parser, { ...limits, signal: failure.signal, hold });
    parser.end();
    // The parser may finish before the files are written.
    const complete = allParts.then(() => parts.complete());
    return await Promise.race([complete, waitForAbort(failure.signal)]);
  } catch (error) {
    await parts.abandon();
    throw error;
  } finally {
    clearTimeout(timer);
    parser.destroy();
  }
}

function createParser(boundary: string, { maxPartHeaderBytes }: FormLimits): Dicer {
  // The parser silently truncates long headers. A larger limit lets `readPartHead` detect and refuse them.
  const config: Dicer.Config & { maxHeaderSize: number } = {
    boundary,
    maxHeaderSize: 2 * maxPartHeaderBytes,
  };
  return new Dicer(config);
}

async function waitForAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/**
 * Writes the body of a request to a parser, with backpressure. It never destroys the request, because the response is still to be
 * sent; after an error, the rest of the body is discarded.
 */
async function pumpBody(
  raw: IncomingMessage,
  parser: Writable,
  { maxBytes, idleMs, signal, hold }: PumpOptions,
): Promise<void> {
  signal.throwIfAborted();
  if (raw.destroyed) throw clientGone();
  return new Promise((resolve, reject) => {
    let length = 0;
    let isParsed = false;
    let isFinished = false;
    const idleTimer = setTimeout(() => finish(tooSlow()), idleMs);
    const onData = (chunk: Buffer): void => {
      length += chunk.length;
      if (length > maxBytes) return finish(tooLarge('The upload', maxBytes));
      // Bytes after the last boundary are ignored.
      if (isParsed) return onTaken();
      raw.pause();
      const reservation = hold?.take(chunk.length);
      if (reservation === undefined) return writeSafely(parser, chunk, onTaken);
      return void reservation.then(() => isFinished || writeSafely(parser, chunk, onTaken), finish);
    };
    const onTaken = (error?: unknown): void => {
      if (isFinished) return;
      if (error !== undefined) return finish(error);
      idleTimer.refresh();
      raw.resume();
    };
    // For the chunk with the last boundary, the parser does not always call the write callback.
    const onParsed = (): void => {
      isParsed = true;
      onTaken();
    };
    const onEnd = (): void => finish();
    const onClose = (): void => finish(clientGone());
    const onAbort = (): void => finish(signal.reason);
    const finish = (error?: unknown): void => {
      isFinished = true;
      clearTimeout(idleTimer);
      raw.off('data', onData).off('end', onEnd).off('close', onClose).resume();
      signal.removeEventListener('abort', onAbort);
      if (error === undefined) resolve();
      else reject(error);
    };
    parser.once('finish', onParsed);
    raw.on('data', onData).once('end', onEnd).once('close', onClose);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}

/** An exception of the parser in an event handler of the request would end the process. */
function writeSafely(parser: Writable, chunk: Buffer, onTaken: (error?: unknown) => void): void {
  try {
    parser.write(chunk, (error) => onTaken(error ?? undefined));
  } catch {
    onTaken(invalidMultipart('The form could not be parsed.'));
  }
}

function clientGone(): GatewayError {
  return new GatewayError('client-gone', 'The client closed the connection before its upload was complete.');
}
