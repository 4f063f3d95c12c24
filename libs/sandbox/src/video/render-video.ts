import { Worker } from 'node:worker_threads';
import { type VideoThreadMessage } from './video-thread.js';
import { type VideoSpec } from './render/video-spec.js';

export interface RenderOptions {
  /** Called repeatedly with the progress, from 0 to 1. */
  onProgress?: (progress: number) => void;
  /** Aborting it ends the work at once. */
  signal?: AbortSignal;
}

/** Renders a video as an MP4 in a thread of its own. */
export async function renderVideo(spec: VideoSpec, options: RenderOptions = {}): Promise<Buffer> {
  const { onProgress, signal } = options;
  signal?.throwIfAborted();
  const thread = new Worker(resolveThreadEntry(), { workerData: spec, execArgv: [] });
  // An unfinished video does not keep the process alive.
  thread.unref();
  try {
    return await waitForVideo(thread, onProgress, signal);
  } finally {
    await thread.terminate();
  }
}

async function waitForVideo(
  thread: Worker,
  onProgress: RenderOptions['onProgress'],
  signal: AbortSignal | undefined,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal?.reason as Error);
    signal?.addEventListener('abort', onAbort, { once: true });
    thread.once('exit', (code) => {
      signal?.removeEventListener('abort', onAbort);
      reject(new Error(`the video thread exited with code ${code}`));
    });
    thread.once('error', reject);
    thread.on('message', (message: VideoThreadMessage) => {
      if ('progress' in message) onProgress?.(message.progress);
      else resolve(Buffer.from(message.video));
    });
  });
}

/**
 * The entry point of the thread, resolved through the library's index because bundled code may be in another
 * directory. Source code has an entry point of its own, which compiles it.
 */
function resolveThreadEntry(): URL {
  const entryPoint = import.meta.resolve('#sandbox');
  const entry = entryPoint.endsWith('.ts') ? 'from-source/video-thread.mjs' : 'video-thread.js';
  return new URL(`video/${entry}`, entryPoint);
}
