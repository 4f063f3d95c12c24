import { isAbsolute, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkout } from '../checkout.mjs';

export const USAGE = `npm run seed [-- --database-url <url> --yes]

Fills a development database with a month of made-up data: users, tokens, channels, requests, videos and an audit log.
Without options this is the database in the data folder of this checkout. Any other has to be named, and --yes says
that it may be filled; the keys and files that go with it are found as the gateway finds them: MODELGATE_SECRET_KEY,
MODELGATE_DATA_DIR.`;

/** Throws where the arguments are wrong. */
export function readArguments(args) {
  const { values } = parseArgs({
    args,
    options: {
      'database-url': { type: 'string' },
      yes: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  return { databaseUrl: values['database-url'], isSure: values.yes, wantsHelp: values.help };
}

/** Why this database is not filled; undefined where it may be. */
export function objectionTo(
  { databaseUrl, isSure },
  { DATABASE_URL: url, MODELGATE_DATA_DIR: dataDir = 'data' },
) {
  if (databaseUrl !== undefined) {
    return isSure
      ? undefined
      : 'That database would be filled with made-up data. Say --yes if that is what you want.';
  }
  if (url !== undefined) return 'DATABASE_URL is set. Name that database with --database-url, and say --yes.';
  const fromCheckout = relative(checkout.root, dataDir);
  const isInside = fromCheckout !== '' && !fromCheckout.startsWith('..') && !isAbsolute(fromCheckout);
  if (isInside) return undefined;
  return `The data folder ${resolve(dataDir)} is not one of this checkout. Name its database with --database-url, and say --yes.`;
}
