/** A month of made-up data to develop with. What it does is in ./seed. */
import { requireSupportedNode } from './node-version.mjs';
import { USAGE, objectionTo, readArguments } from './seed/database-choice.mjs';

requireSupportedNode();
const wanted = readWanted();
const objection = objectionTo(wanted, process.env);
if (objection !== undefined) end(objection);
if (wanted.databaseUrl !== undefined) process.env['DATABASE_URL'] = wanted.databaseUrl;

const { prepare } = await import('./prepare.mjs');
await prepare();
const { sow } = await import('./seed/sow.mjs');
try {
  await sow((line) => process.stdout.write(`${line}\n`));
} catch (error) {
  end(error.message);
}

function readWanted() {
  try {
    const read = readArguments(process.argv.slice(2));
    if (!read.wantsHelp) return read;
  } catch (error) {
    end(`${error.message}\n\n${USAGE}`);
  }
  process.stdout.write(`${USAGE}\n`);
  process.exit(0);
}

function end(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
