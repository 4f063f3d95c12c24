/** Writes a month of sample data for development. The code is in ./seed. */
import { requireSupportedNode } from './node-version.mjs';
import { USAGE, findRefusalReason, readArguments } from './seed/database-choice.mjs';

requireSupportedNode();
const options = readOptions();
const refusalReason = findRefusalReason(options, process.env);
if (refusalReason !== undefined) fail(refusalReason);
if (options.databaseUrl !== undefined) process.env['DATABASE_URL'] = options.databaseUrl;

const { prepare } = await import('./prepare.mjs');
await prepare();
const { seedDatabase } = await import('./seed/seed-database.mjs');
try {
  await seedDatabase((line) => process.stdout.write(`${line}\n`));
} catch (error) {
  fail(error.message);
}

function readOptions() {
  try {
    const options = readArguments(process.argv.slice(2));
    if (!options.wantsHelp) return options;
  } catch (error) {
    fail(`${error.message}\n\n${USAGE}`);
  }
  process.stdout.write(`${USAGE}\n`);
  process.exit(0);
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
