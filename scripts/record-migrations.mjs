import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkout } from './checkout.mjs';

/**
 * Run it after adding a migration. It records the hash of the migration, so that a later edit fails a test, and the
 * columns of a migrated database. Recorded hashes do not change. With `--index`, which must run before the build, it
 * only adds the migration to the list of all migrations.
 */
const FOLDER = join(checkout.root, 'libs/database/src');
const HASHES = join(FOLDER, 'migrations/frozen.json');
/** The migrations, and the module that they import. */
const FROZEN = /^(?:\d{13}-.*|build-index)\.ts$/;
const COLUMNS = join(FOLDER, 'schema/expected-columns.ts');

if (process.argv.includes('--index')) writeIndex();
else {
  recordHashes();
  await recordColumns();
}

function writeIndex() {
  const files = readdirSync(join(FOLDER, 'migrations')).filter((file) => /^\d{13}-.*\.ts$/.test(file));
  const migrations = files.toSorted().map((file) => ({ file, name: findClass(file) }));
  const imports = migrations.map(
    ({ file, name }) => `import { ${name} } from './${file.replace(/\.ts$/, '.js')}';\n`,
  );
  const names = migrations.map(({ name }) => `  ${name},\n`);
  const text = `${imports.join('')}\nexport const MIGRATIONS = [\n${names.join('')}];\n`;
  writeFileSync(join(FOLDER, 'migrations/index.ts'), text);
}

function findClass(file) {
  const [, name] = /^export class (\w+)/m.exec(readFileSync(join(FOLDER, 'migrations', file), 'utf8')) ?? [];
  if (name === undefined) throw new Error(`${file} exports no class`);
  return name;
}

function recordHashes() {
  const known = JSON.parse(readFileSync(HASHES, 'utf8'));
  const files = readdirSync(join(FOLDER, 'migrations')).filter((file) => FROZEN.test(file));
  const hashes = files
    .toSorted()
    .map((file) => [file, known[file] ?? hashFile(join(FOLDER, 'migrations', file))]);
  writeFileSync(HASHES, `${JSON.stringify(Object.fromEntries(hashes), null, 2)}\n`);
  const added = files.filter((file) => known[file] === undefined);
  console.log(added.length === 0 ? 'There are no new migrations.' : `Recorded ${added.join(', ')}.`);
}

function hashFile(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

async function recordColumns() {
  const { startEmbeddedPostgres } = await importLibrary('embedded-postgres');
  const { createDataSource, readColumns, writeColumns } = await importLibrary('database');
  const dataDir = mkdtempSync(join(tmpdir(), 'modelgate-schema-'));
  // The server may run as another user, which must be able to read its files.
  chmodSync(dataDir, 0o755);
  const server = await startEmbeddedPostgres({ dataDir });
  const dataSource = createDataSource({ url: server.url, entities: [] });
  try {
    await dataSource.initialize();
    await dataSource.runMigrations();
    const text = writeColumns(await readColumns(dataSource));
    writeFileSync(COLUMNS, toModule(text));
    console.log(`Wrote the columns of ${text.split('\n').length - 1} tables.`);
  } finally {
    await dataSource.destroy();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function importLibrary(name) {
  return import(join(checkout.dist, 'libs', name, 'src/index.js'));
}

function toModule(text) {
  return `/**
 * The columns of a database that all migrations were applied to, written by \`npm run migrations:record\`. A column is
 * required where every new row has to have a value for it.
 */
export const EXPECTED_COLUMNS = \`
${text}\`;
`;
}
