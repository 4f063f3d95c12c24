import { Agent, WebSocket } from 'undici';
import { nodeGlobal } from '../../../harness/index.js';

/**
 * From here on whoever looks for a browser's WebSocket finds one that trusts this certificate. Returns how to end
 * that.
 */
export function enterBrowser(certificate: string): () => void {
  const dispatcher = new Agent({ connect: { ca: certificate } });
  class BrowserSocket extends WebSocket {
    constructor(url: string, protocols: string[] = []) {
      super(url, { protocols, dispatcher });
    }
  }
  const before = Object.getOwnPropertyDescriptor(nodeGlobal, 'WebSocket');
  Object.defineProperty(nodeGlobal, 'WebSocket', { value: BrowserSocket, configurable: true });
  return () => {
    if (before === undefined) Reflect.deleteProperty(nodeGlobal, 'WebSocket');
    else Object.defineProperty(nodeGlobal, 'WebSocket', before);
  };
}

export function inBrowser<Result>(certificate: string, work: () => Result): Result {
  const leave = enterBrowser(certificate);
  try {
    return work();
  } finally {
    leave();
  }
}
