import { randomBytes } from 'node:crypto';
import { createDataSource } from '#database';
import { createTestDatabase } from '../harness/test-database.js';

export type HarnessDatabase = ReturnType<typeof createDataSource>;

export interface DatabaseCopies {
  /** An empty database with every table, of whoever asks. It waits for no disk: what is tested is not the disk. */
  copy(): Promise<HarnessDatabase>;
  drop(): Promise<void>;
}

/** Migrates once and copies the result, which is many times faster. */
export async function openDatabaseCopies(): Promise<DatabaseCopies> {
  const [pattern, handler] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const patternName = new URL(pattern.url).pathname.slice(1);
  const opened: HarnessDatabase[] = [];
  const names: string[] = [];
  let last: Promise<unknown> = Promise.resolve();
  return {
    copy: async () => {
      const name = `copy_${randomBytes(6).toString('hex')}`;
      last = last.then(() => handler.query(`CREATE DATABASE ${name} TEMPLATE ${patternName}`));
      await last;
      names.push(name);
      await handler.query(`ALTER DATABASE ${name} SET synchronous_commit = off`);
      const dataSource = createDataSource({ url: getUrl(pattern.url, name), entities: [], poolSize: 4 });
      opened.push(dataSource);
      return dataSource.initialize();
    },
    drop: async () => {
      await Promise.all(opened.filter((one) => one.isInitialized).map((one) => one.destroy()));
      for (const name of names) await handler.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await pattern.drop();
      await handler.drop();
    },
  };
}

function getUrl(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}
