import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { buildIndexConcurrently, buildPartitionedIndex } from './build-index.js';

const DEFINITION = '(sequence) WHERE sequence IS NOT NULL';

/** Exports read what was stored in the order in which it was. */
export class FindByOrder1763164800221 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildPartitionedIndex(runner, {
      name: 'usage_events_by_sequence',
      table: 'usage_events',
      definition: DEFINITION,
    });
    await buildIndexConcurrently(
      runner,
      'recorded_contents_by_sequence',
      `ON recorded_contents ${DEFINITION}`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX usage_events_by_sequence; DROP INDEX recorded_contents_by_sequence');
  }
}
