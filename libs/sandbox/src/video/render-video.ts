import { Worker } from 'node:worker_threads';
import { type FilmNews } from './film-thread.js';
import { type FilmOrder } from './film/film-order.js';

export interface RenderOptions {
  /** Told again and again how far it has come, from 0 to 1. */
  onProgress?: (progress: number) => void;
  /** Aborting it ends the work at once. */
  signal?: AbortSignal;
}

/** Makes a film, as an MP4, on a thread of its own. */
export async function renderVideo(order: FilmOrder, options: RenderOptions = {}): Promise<Buffer> {
  const { onProgress, signal } = options;
  signal?.throwIfAborted();
  const thread = new Worker(filmThreadEntry(), { workerData: order, execArgv: [] });
  // A program that is told to end does not wait for a film.
  thread.unref();
  try {
    return await filmFrom(thread, onProgress, signal);
  } finally {
    await thread.terminate();
  }
}

async function filmFrom(
  thread: Worker,
  onProgress: RenderOptions['onProgress'],
  signal: AbortSignal | undefined,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal?.reason as Error);
    signal?.addEventListener('abort', onAbort, { once: true });
    thread.once('exit', (code) => {
      signal?.removeEventListener('abort', onAbort);
      reject(new Error(`the thread that made a film ended with code ${code}`));
    });
    thread.once('error', reject);
    thread.on('message', (news: FilmNews) => {
      if ('progress' in news) onProgress?.(news.progress);
      else resolve(Buffer.from(news.film));
    });
  });
}

/**
 * Where the thread that makes films begins. This code may have been bundled into a program that lies elsewhere, so
 * the way leads through the library's door. Sources have a beginning of their own, which compiles them.
 */
function filmThreadEntry(): URL {
  const door = import.meta.resolve('#sandbox');
  const entry = door.endsWith('.ts') ? 'from-source/film-thread.mjs' : 'film-thread.js';
  return new URL(`video/${entry}`, door);
}
