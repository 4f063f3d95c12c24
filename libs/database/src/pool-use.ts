import { type DataSource } from 'typeorm';

export interface PoolUse {
  used: number;
  idle: number;
  /** Callers that wait for a connection. */
  waiting: number;
  max: number;
}

interface Pool {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
  options: { max: number };
}

/** What the connections of a data source are doing. */
export function getPoolUse({ driver }: DataSource): PoolUse {
  const { totalCount, idleCount, waitingCount, options } = (driver as unknown as { master: Pool }).master;
  return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount, max: options.max };
}
