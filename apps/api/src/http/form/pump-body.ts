import { type IncomingMessage } from 'node:http';
import { type Writable } from 'node:stream';
import { GatewayError } from '#canonical';
import { type ByteHold } from '#limits';
import { invalidMultipart, tooLarge, tooSlow } from './form-faults.js';

export interface PumpOptions {
  maxBytes: number;
  /** How long nothing may arrive. */
  idleMs: number;
  /** Aborting it stops the pump, with the reason it carries. */
  signal: AbortSignal;
  /** Counts the bytes before the parser gets them. */
  hold?: ByteHold;
}

/**
 * Moves the bytes of a request into a parser, no faster than it takes them. Whatever happens, the request itself stays
 * whole, because it still has to be answered; bytes that nobody wants any more are thrown away.
 */
export async function pumpBody(
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
    onTaken(invalidMultipart('The form cannot be read.'));
  }
}

function clientGone(): GatewayError {
  return new GatewayError('client-gone', 'The client left before its upload was complete.');
}
