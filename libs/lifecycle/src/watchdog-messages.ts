/** A supervisor asks its children for this over the channel between them. */
export const PING = { type: 'ping' } as const;

export interface Pong {
  type: 'pong';
  /** A person may hold the process at a breakpoint: its silence means nothing then. */
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
