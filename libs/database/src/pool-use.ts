import { type DataSource } from 'typeorm';

export interface PoolUse {
  used: number;
  idle: number;
  /** Callers for which no connection is left. */
  waiting: number;
  max: number;
}

interface Pool {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
  options: { max: number };
}

/**
 * The use of the connection pool. The pool queues every caller, but gives out idle connections in the same tick of the
 * event loop, so only the callers beyond the number of idle connections have to wait.
 */
export function getPoolUse({ driver }: DataSource): PoolUse {
  const { totalCount, idleCount, waitingCount, options } = (driver as unknown as { master: Pool }).master;
  const idle = Math.max(0, idleCount - waitingCount);
  return {
    used: totalCount - idle,
    idle,
    waiting: Math.max(0, waitingCount - idleCount),
    max: options.max,
  };
}
