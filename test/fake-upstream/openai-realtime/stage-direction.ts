import { setTimeout as delay } from 'node:timers/promises';
import type { ResponseDirection, ResponseFault } from './directions.js';

/** What a direction can do to the response that it is for. */
export interface Stage {
  /** Aborted when there is nothing left to say. */
  readonly signal: AbortSignal;
  cut(): void;
  close(code: number, reason?: string): void;
  fail(error: ResponseFault): void;
}

export const SERVER_FAULT: ResponseFault = {
  type: 'server_error',
  code: 'server_error',
  message: 'The server had an error while processing your request.',
};

/** Does what is due after so many chunks. Undefined where there is nothing to wait for. */
export function actOut(
  direction: ResponseDirection,
  chunksSaid: number,
  stage: Stage,
): Promise<void> | undefined {
  if (direction.kind === 'slow') return pause(direction.gapMs, stage.signal);
  if (!('afterChunks' in direction) || direction.afterChunks !== chunksSaid) return undefined;
  switch (direction.kind) {
    case 'stall':
      return pause(undefined, stage.signal);
    case 'cut':
      stage.cut();
      return undefined;
    case 'close':
      stage.close(direction.code, direction.reason);
      return undefined;
    case 'error':
      stage.fail(direction.error ?? SERVER_FAULT);
      return undefined;
  }
}

/** For ever, where no duration is given. */
async function pause(durationMs: number | undefined, signal: AbortSignal): Promise<void> {
  if (durationMs !== undefined) {
    await delay(durationMs, undefined, { signal }).catch(() => {});
    return;
  }
  await new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
