import { type FrameRateOptions } from '#realtime';

/** The limits of one WebSocket, and of all WebSockets of one token together. */
export interface SocketLimits {
  /** Frames of every kind: parts of messages, pings and pongs. */
  socketFrames: FrameRateOptions;
  tokenFrames: FrameRateOptions;
  /** How long a message may take to arrive. */
  arrivalMs: number;
  /** How long a message waits for memory that other messages of the same token use. */
  roomMs: number;
  /** A client is disconnected if it has not read a queued message after this time. */
  maxQueuedMs: number;
}

export const SOCKET_LIMITS = Symbol('socket limits');

export const DEFAULT_SOCKET_LIMITS: SocketLimits = {
  socketFrames: { perSecond: 2_000, burst: 20_000 },
  tokenFrames: { perSecond: 20_000, burst: 100_000 },
  arrivalMs: 30_000,
  roomMs: 30_000,
  maxQueuedMs: 120_000,
};
