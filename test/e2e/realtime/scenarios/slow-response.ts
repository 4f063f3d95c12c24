import { directed } from '../../../fake-upstream/index.js';
import { eventually } from '../../../harness/index.js';
import { type Scene } from './scenario.js';

const TEXT = `First this. ${'and then some more '.repeat(40)}`;
const GAP_MS = 40;

/** A slow response, and how to detect that it is no longer being made. */
export interface SlowResponse {
  /** The text that requests it. */
  text: string;
  /** Resolves when the server has stopped making it. */
  stopped(): Promise<void>;
}

export function planSlowResponse({ harness, server }: Scene): SlowResponse {
  const { upstream } = harness;
  switch (server.kind) {
    case 'sandbox':
      return { text: `[[pace=${GAP_MS}]] ${TEXT}`, stopped: async () => undefined };
    case 'chat': {
      const index = upstream.received.length;
      upstream.script({ kind: 'chunks', gapMs: GAP_MS });
      return {
        text: TEXT,
        stopped: async () => {
          await (
            await upstream.waitForRequest(index)
          ).aborted;
        },
      };
    }
    case 'passthrough': {
      const count = upstream.realtime.responses.length;
      return {
        text: directed({ kind: 'slow', gapMs: GAP_MS, text: TEXT }),
        stopped: async () => {
          await eventually(() => upstream.realtime.responses[count]?.status === 'cancelled' || undefined);
        },
      };
    }
  }
}
