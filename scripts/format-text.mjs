import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'oxfmt';
import { checkout } from './checkout.mjs';

/** Formats generated text like `npm run format`. */
export async function formatText(path, text) {
  const options = JSON.parse(readFileSync(join(checkout.root, '.oxfmtrc.json'), 'utf8'));
  const { code, errors } = await format(path, text, options);
  if (errors.length > 0) throw new Error(`${path} cannot be formatted: ${errors[0].message}`);
  return code;
}
