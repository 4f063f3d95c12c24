import { setTimeout as delay } from 'node:timers/promises';
import type { ResponseDirection, ResponseFault } from './directions.js';

/** The response as a direction can control it. */
export interface Stage {
  /** Aborted when the response has ended. */
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

/** Does what is due after so many chunks. Undefined if there is nothing to wait for. */
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

/** Without a duration it never ends. */
async function pause(durationMs: number | undefined, signal: AbortSignal): Promise<void> {
  if (durationMs !== undefined) {
    await delay(durationMs, undefined, { signal }).catch(() => {});
    return;
  }
  await new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
