import { Worker } from 'node:worker_threads';
import { type VideoNews } from './video-thread.js';
import { type VideoSpec } from './render/video-spec.js';

export interface RenderOptions {
  /** Told again and again how far it has come, from 0 to 1. */
  onProgress?: (progress: number) => void;
  /** Aborting it ends the work at once. */
  signal?: AbortSignal;
}

/** Makes a video, as an MP4, on a thread of its own. */
export async function renderVideo(spec: VideoSpec, options: RenderOptions = {}): Promise<Buffer> {
  const { onProgress, signal } = options;
  signal?.throwIfAborted();
  const thread = new Worker(videoThreadEntry(), { workerData: spec, execArgv: [] });
  // A program that is told to end does not wait for a video.
  thread.unref();
  try {
    return await videoFrom(thread, onProgress, signal);
  } finally {
    await thread.terminate();
  }
}

async function videoFrom(
  thread: Worker,
  onProgress: RenderOptions['onProgress'],
  signal: AbortSignal | undefined,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal?.reason as Error);
    signal?.addEventListener('abort', onAbort, { once: true });
    thread.once('exit', (code) => {
      signal?.removeEventListener('abort', onAbort);
      reject(new Error(`the thread that made a video ended with code ${code}`));
    });
    thread.once('error', reject);
    thread.on('message', (news: VideoNews) => {
      if ('progress' in news) onProgress?.(news.progress);
      else resolve(Buffer.from(news.video));
    });
  });
}

/**
 * Where the thread that makes videos begins. This code may have been bundled into a program that lies elsewhere, so it
 * is found through the library's index. Sources have a beginning of their own, which compiles them.
 */
function videoThreadEntry(): URL {
  const entryPoint = import.meta.resolve('#sandbox');
  const entry = entryPoint.endsWith('.ts') ? 'from-source/video-thread.mjs' : 'video-thread.js';
  return new URL(`video/${entry}`, entryPoint);
}
