import { type IncomingMessage } from 'node:http';
import { Dicer } from '@fastify/busboy';
import { type Form } from '#canonical';
import { type ByteHold } from '#limits';
import { invalidMultipart, tooSlow } from './form-faults.js';
import { type FormLimits } from './form-limits.js';
import { FormParts } from './form-parts.js';
import { pumpBody } from './pump-body.js';
import { type SpooledFiles } from './spooled-files.js';

export interface FormSource {
  boundary: string;
  files: SpooledFiles;
  limits: FormLimits;
  /** Counts what the form holds. */
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
