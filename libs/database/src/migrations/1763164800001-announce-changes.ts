import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Every process keeps tokens, channels and models in memory. The tables themselves announce a change, inside
 * the transaction that makes it, so that no writer, not even a person with a SQL prompt, can forget to.
 */
export class AnnounceChanges1763164800001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION announce_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_notify('modelgate_changes', TG_TABLE_NAME || ' ' || COALESCE(NEW.id, OLD.id)::text);
        RETURN NULL;
      END $$`);
    for (const table of ['tokens', 'channels', 'models']) {
      await runner.query(`
        CREATE TRIGGER announce_change AFTER INSERT OR UPDATE OR DELETE ON ${table}
        FOR EACH ROW EXECUTE FUNCTION announce_change()`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION announce_change() CASCADE');
  }
}
