import { canReachGateway } from '../api/connection.js';

/** The pauses before each retry. A laptop that changes networks is usually connected again after this time. */
const RETRY_DELAYS_MS = [300, 1_500];

/** A JavaScript chunk of the console could not be loaded. */
export class ChunkLoadError extends Error {
  constructor(
    /** False if the gateway responds but no longer has the file, because it was upgraded. */
    readonly isUnreachable: boolean,
    options: { cause: unknown },
  ) {
    super('A part of the console could not be loaded.', options);
    this.name = 'ChunkLoadError';
  }
}

/** Loads a JavaScript chunk of the console, and retries if that fails. */
export async function loadChunk<Chunk>(load: () => Promise<Chunk>): Promise<Chunk> {
  try {
    return await load();
  } catch (error) {
    return retryLoad(load, error, RETRY_DELAYS_MS);
  }
}

async function retryLoad<Chunk>(
  load: () => Promise<Chunk>,
  error: unknown,
  [delayMs, ...furtherDelays]: number[],
): Promise<Chunk> {
  if (delayMs === undefined) throw new ChunkLoadError(!(await canReachGateway()), { cause: error });
  await new Promise((resolve) => setTimeout(resolve, delayMs));
  try {
    await reloadFailedStyles();
    return await load();
  } catch (another) {
    return retryLoad(load, another, furtherDelays);
  }
}

/** Style sheets that failed to load. The bundler never retries them, so a retried chunk would be shown without styles. */
const failedStyles = new Set<HTMLLinkElement>();

addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStyles.add(target);
  },
  // In the capture phase, because error events of elements do not bubble.
  { capture: true },
);

async function reloadFailedStyles(): Promise<void> {
  const failed = [...failedStyles];
  failedStyles.clear();
  await Promise.all(failed.map(replaceStyles));
}

function replaceStyles(link: HTMLLinkElement): Promise<void> {
  const copy = link.cloneNode() as HTMLLinkElement;
  return new Promise((resolve, reject) => {
    copy.addEventListener('load', () => resolve());
    copy.addEventListener('error', () => reject(new Error(`${link.href} could not be loaded`)));
    link.replaceWith(copy);
  });
}
