import { Agent, WebSocket } from 'undici';

/**
 * Replaces the global `WebSocket` of a browser by one that trusts this certificate. Returns a function that restores
 * it.
 */
export function replaceWebSocket(certificate: string): () => void {
  const dispatcher = new Agent({ connect: { ca: certificate } });
  class BrowserSocket extends WebSocket {
    constructor(url: string, protocols: string[] = []) {
      super(url, { protocols, dispatcher });
    }
  }
  const before = Object.getOwnPropertyDescriptor(globalThis, 'WebSocket');
  Object.defineProperty(globalThis, 'WebSocket', { value: BrowserSocket, configurable: true });
  return () => {
    if (before === undefined) Reflect.deleteProperty(globalThis, 'WebSocket');
    else Object.defineProperty(globalThis, 'WebSocket', before);
  };
}

export function inBrowser<Result>(certificate: string, work: () => Result): Result {
  const leave = replaceWebSocket(certificate);
  try {
    return work();
  } finally {
    leave();
  }
}
