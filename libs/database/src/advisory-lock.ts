import { type DataSource } from 'typeorm';

/** One number for all changes to the schema and to what the config file declares. */
const SETUP_LOCK = 7_163_550_612;

/** Runs the work while no other process of this installation does. The lock dies with the connection. */
export async function withSetupLock<Result>(
  dataSource: DataSource,
  work: () => Promise<Result>,
): Promise<Result> {
  const holder = dataSource.createQueryRunner();
  await holder.connect();
  try {
    await holder.query('SELECT pg_advisory_lock($1)', [SETUP_LOCK]);
    return await work();
  } finally {
    await holder.query('SELECT pg_advisory_unlock($1)', [SETUP_LOCK]).catch(() => undefined);
    await holder.release();
  }
}
