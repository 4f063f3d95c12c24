/** Sent by a supervisor to its children over IPC. */
export const PING = { type: 'ping' } as const;

export interface Pong {
  type: 'pong';
  /** A debugger can pause the process at a breakpoint, so its silence does not count. */
  isDebugged: boolean;
}

export function isPing(message: unknown): boolean {
  return hasType(message, PING.type);
}

export function isPong(message: unknown): message is Pong {
  return hasType(message, 'pong');
}

function hasType(message: unknown, type: string): boolean {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === type;
}
