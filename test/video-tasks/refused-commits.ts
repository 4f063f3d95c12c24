import { type HarnessDatabase } from './database-copies.js';

/**
 * Transactions that have written to the table cannot commit; the attempts are counted in a sequence, which is not
 * rolled back.
 */
export async function refuseToCommit(database: HarnessDatabase, table = '', condition = ''): Promise<void> {
  await database.query(`
    CREATE SEQUENCE refusals;
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM nextval('refusals');
      RAISE EXCEPTION 'the database is away';
    END $$;
    CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON ${table} DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW ${condition} EXECUTE FUNCTION refuse();`);
}

export async function refusals(database: HarnessDatabase): Promise<number> {
  const [row] = await database.query<{ count: number }[]>(
    'SELECT CASE WHEN is_called THEN last_value ELSE 0 END::int AS count FROM refusals',
  );
  return row?.count ?? 0;
}
