import { parentPort } from 'node:worker_threads';
import { type FetchedMedia } from '../media-fetcher.js';
import { type TextsJob, decodeTexts } from './conversation-texts.js';
import { type TranslationJob, decodeRequest, translateRequest } from './translate-request.js';
import {
  type ErrorData,
  type FromThread,
  type ToThread,
  fromErrorData,
  toErrorData,
} from './translation-thread.js';

/** An error of a link fetch. The original stays on the main thread, under this key. */
class LinkFailed extends Error {
  constructor(readonly key: number) {
    super('a link could not be fetched');
  }
}

interface PendingLink {
  resolve: (media: FetchedMedia) => void;
  reject: (error: Error) => void;
}

const pendingLinks = new Map<number, PendingLink>();
let lastLink = 0;

parentPort?.on('message', (message: ToThread) => {
  if ('job' in message) {
    void run(message.id, message.job);
    return;
  }
  const pending = pendingLinks.get(message.link);
  pendingLinks.delete(message.link);
  if ('media' in message) pending?.resolve(message.media);
  else pending?.reject(toError(message.error));
});

async function run(id: number, job: TranslationJob | TextsJob): Promise<void> {
  try {
    // A Buffer arrives as a Uint8Array.
    const body = Buffer.from(job.body.buffer, job.body.byteOffset, job.body.byteLength);
    if ('format' in job) post({ id, result: await decodeTexts({ ...job, body }) });
    else await translate(id, { ...job, body });
  } catch (error) {
    const key = error instanceof LinkFailed ? error.key : 0;
    post({ id, error: toErrorData(error, key) });
  }
}

async function translate(id: number, job: TranslationJob): Promise<void> {
  const { clientFormat: format, body, hints } = job;
  const decoded = await decodeRequest({ format, body, hints });
  const translated = await translateRequest(job, decoded, { fetchMedia: (url) => fetchMedia(id, url) });
  const { lost, settings, hasTools } = translated;
  const bytes = new Uint8Array(translated.body);
  const result = { body: bytes, lost, settings: JSON.stringify(settings), hasTools };
  post({ id, result }, [bytes.buffer]);
}

function fetchMedia(id: number, url: string): Promise<FetchedMedia> {
  lastLink += 1;
  const link = lastLink;
  return new Promise((resolve, reject) => {
    pendingLinks.set(link, { resolve, reject });
    post({ id, fetch: url, link });
  });
}

function post(message: FromThread, transferred: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transferred);
}

function toError(error: ErrorData): Error {
  return 'kind' in error ? fromErrorData(error) : new LinkFailed(error.key);
}
