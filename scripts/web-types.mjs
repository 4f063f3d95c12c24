import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getApiTypes } from './api-types.mjs';
import { checkout } from './checkout.mjs';

const DEFAULT_GATEWAY = 'http://127.0.0.1:3000';

// Needs a running gateway of this version: its address may be given.
const [gateway = DEFAULT_GATEWAY] = process.argv.slice(2);
const response = await fetch(`${gateway}/openapi.json`);
if (!response.ok) throw new Error(`${response.url} answered with status ${response.status}.`);
await writeFile(join(checkout.root, 'apps/web/src/api/schema.ts'), await getApiTypes(await response.json()));
