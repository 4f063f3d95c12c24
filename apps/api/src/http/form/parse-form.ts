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
  /** Counts what the form holds. */
  hold?: ByteHold;
}

interface PumpOptions {
  maxBytes: number;
  /** How long nothing may arrive. */
  idleMs: number;
  /** Aborting it stops the pump, with the reason it carries. */
  signal: AbortSignal;
  /** Counts the bytes before the parser gets them. */
  hold?: ByteHold;
}

/** Resolves when every file is whole on disk. Rejects when nothing is being written any more. */
export async function parseForm(
  raw: IncomingMessage,
  { boundary, files, limits, hold }: FormSource,
): Promise<Form> {
  const failure = new AbortController();
  const fail = (error: unknown): void => failure.abort(error);
  const timer = setTimeout(() => fail(tooSlow()), limits.wholeMs);
  const parts = new FormParts(files, limits, fail);
  const parser = createParser(boundary, limits);
  parser.on('part', (part) => parts.take(part));
  parser.on('error', () => fail(invalidMultipart('The form ends before its last boundary.')));
  const allParts = new Promise<void>((resolve) => {
    parser.once('finish', resolve);
  });
  try {
    await pumpBody(raw, parser, { ...limits, signal: failure.signal, hold });
    parser.end();
    // The parser may be done before the disk is.
    const complete = allParts.then(() => parts.complete());
    return await Promise.race([complete, getRejection(failure.signal)]);
  } catch (error) {
    await parts.abandon();
    throw error;
  } finally {
    clearTimeout(timer);
    parser.destroy();
  }
}

function createParser(boundary: string, { maxPartHeaderBytes }: FormLimits): Dicer {
  // The parser cuts long headers without a word: it is given more room, so that the cut can be told.
  const config: Dicer.Config & { maxHeaderSize: number } = {
    boundary,
    maxHeaderSize: 2 * maxPartHeaderBytes,
  };
  return new Dicer(config);
}

async function getRejection(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/**
 * Moves the bytes of a request into a parser, no faster than it takes them. Whatever happens, the request itself stays
 * whole, because it still has to be answered; bytes that nobody wants any more are thrown away.
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
      // What follows the last boundary has no meaning.
      if (isParsed) return onTaken();
      raw.pause();
      const waiting = hold?.take(chunk.length);
      if (waiting === undefined) return writeSafely(parser, chunk, onTaken);
      return void waiting.then(() => isFinished || writeSafely(parser, chunk, onTaken), finish);
    };
    const onTaken = (error?: unknown): void => {
      if (isFinished) return;
      if (error !== undefined) return finish(error);
      idleTimer.refresh();
      raw.resume();
    };
    // Having seen the last boundary, the parser does not always say that it has taken the chunk with it.
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

/** What the parser throws at must not become an error thrown into an event of the request: that would end the process. */
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
