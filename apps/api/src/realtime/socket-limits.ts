import { type FrameRateOptions } from '#realtime';

/** What one socket, and all sockets of one token together, may send and hold. */
export interface SocketLimits {
  /** Frames of every kind: parts of messages, pings and pongs. */
  socketFrames: FrameRateOptions;
  tokenFrames: FrameRateOptions;
  /** How long a message may take to arrive. */
  arrivalMs: number;
  /** How long a message waits for others of the same token. */
  roomMs: number;
  /** A client that has not read what waits for it after this time is disconnected. */
  maxQueuedMs: number;
}

/** Each program provides these. */
export const SOCKET_LIMITS = Symbol('socket limits');

export const DEFAULT_SOCKET_LIMITS: SocketLimits = {
  socketFrames: { perSecond: 2_000, burst: 20_000 },
  tokenFrames: { perSecond: 20_000, burst: 100_000 },
  arrivalMs: 30_000,
  roomMs: 30_000,
  maxQueuedMs: 120_000,
};
