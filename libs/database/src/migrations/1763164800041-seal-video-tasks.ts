import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * What clients ask for in video tasks is sealed, like conversations. Tasks from before are sealed by maintenance, which has
 * the key that a migration lacks; until then both forms are read.
 */
export class SealVideoTasks1763164800041 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE video_tasks
        -- Sealed: prompt, images and whatever else a client says in words. The column request has the other members.
        ADD COLUMN sealed_request bytea,
        -- Sealed. The column upstream_memo is for tasks from before.
        ADD COLUMN sealed_memo bytea;
      ALTER TABLE submit_evidence ADD COLUMN sealed_memo bytea;
      CREATE INDEX video_tasks_unsealed ON video_tasks (id)
        WHERE sealed_request IS NULL OR upstream_memo IS NOT NULL;
      CREATE INDEX submit_evidence_unsealed ON submit_evidence (task_id) WHERE upstream_memo IS NOT NULL;
      -- Which tasks repeat another one is looked up by its id.
      CREATE INDEX video_tasks_retries ON video_tasks ((request->>'retryOf')) WHERE request ? 'retryOf';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX video_tasks_retries, video_tasks_unsealed, submit_evidence_unsealed;
      ALTER TABLE submit_evidence DROP COLUMN sealed_memo;
      ALTER TABLE video_tasks DROP COLUMN sealed_request, DROP COLUMN sealed_memo;
    `);
  }
}
