import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * The items of large stored responses, each in a row of its own, so that one can be read without the others. The response
 * still holds all of them: the version before reads them there.
 */
export class StoreResponseItems1763164800310 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE stored_response_items (
        owner text NOT NULL,
        response_id text NOT NULL,
        -- Input items first, in their order, then output items in theirs.
        position integer NOT NULL,
        item_id text NOT NULL,
        is_input boolean NOT NULL,
        content bytea NOT NULL,
        size_bytes integer GENERATED ALWAYS AS (octet_length(content)) STORED,
        -- That of the response. Items of a response that was written again by the version before differ from it, and
        -- are not read.
        created_at timestamptz NOT NULL,
        PRIMARY KEY (owner, response_id, position),
        FOREIGN KEY (owner, response_id) REFERENCES stored_responses (owner, id) ON DELETE CASCADE
      );
      CREATE INDEX stored_response_items_by_id ON stored_response_items (owner, response_id, item_id);
      -- Encrypted bytes do not compress, and parts of what is not compressed can be read alone.
      ALTER TABLE stored_response_items ALTER COLUMN content SET STORAGE EXTERNAL;
      ALTER TABLE stored_responses ALTER COLUMN content SET STORAGE EXTERNAL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE stored_response_items;
      ALTER TABLE stored_responses ALTER COLUMN content SET STORAGE EXTENDED;
    `);
  }
}
