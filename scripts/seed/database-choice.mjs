import { isAbsolute, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkout } from '../checkout.mjs';

export const USAGE = `npm run seed [-- --database-url <url> --yes]

Fills a development database with a month of sample data: users, tokens, channels, requests, videos and an audit log.
By default it uses the database in the data folder of this checkout. To fill another database, pass its URL and --yes.
Like the gateway, it reads MODELGATE_SECRET_KEY and MODELGATE_DATA_DIR.`;

/** Throws if the arguments are invalid. */
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

/** Why this database may not be filled; undefined if it may be. */
export function findRefusalReason(
  { databaseUrl, isSure },
  { DATABASE_URL: url, MODELGATE_DATA_DIR: dataDir = 'data' },
) {
  if (databaseUrl !== undefined) {
    return isSure ? undefined : 'This fills the database with sample data. Add --yes to confirm.';
  }
  if (url !== undefined)
    return 'DATABASE_URL is set. Pass the database with --database-url, and add --yes to confirm.';
  const fromCheckout = relative(checkout.root, dataDir);
  const isInside = fromCheckout !== '' && !fromCheckout.startsWith('..') && !isAbsolute(fromCheckout);
  if (isInside) return undefined;
  return `The data folder ${resolve(dataDir)} does not belong to this checkout. Pass its database with --database-url, and add --yes to confirm.`;
}
