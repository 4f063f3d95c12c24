import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * The items of large stored responses, a few in a row, so that one can be read without all others, however many there are.
 * The response still holds all of them: the version before reads them there. That version also writes
 * stored_response_items, which can be dropped with the release after the next.
 */
export class GroupResponseItems1763164800460 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE stored_response_item_groups (
        owner text NOT NULL,
        response_id text NOT NULL,
        -- Of the first item. Input items come first, in their order, then output items in theirs.
        position integer NOT NULL,
        -- Of all items, in their order.
        item_ids text[] NOT NULL,
        is_input boolean NOT NULL,
        content bytea NOT NULL,
        size_bytes integer GENERATED ALWAYS AS (octet_length(content)) STORED,
        -- That of the response. Items of a response that was written again by the version before differ from it, and
        -- are not read.
        created_at timestamptz NOT NULL,
        PRIMARY KEY (owner, response_id, position),
        FOREIGN KEY (owner, response_id) REFERENCES stored_responses (owner, id) ON DELETE CASCADE
      );
      -- Encrypted bytes do not compress.
      ALTER TABLE stored_response_item_groups ALTER COLUMN content SET STORAGE EXTERNAL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE stored_response_item_groups');
  }
}
