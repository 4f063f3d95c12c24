/**
 * Writes the console's types of the admin API, and its lists of outcomes and request formats, from the built programs.
 * The application is created in Nest's preview mode, which creates no providers, so this needs neither a database nor a
 * port.
 *
 *   node scripts/web-types.mjs            after a build: the types, and the lists, which are in git
 *   node scripts/web-types.mjs --types    the types alone, which are not: every build writes them
 */
import 'reflect-metadata';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { getApiTypes, getWebLists } from './api-types.mjs';
import { checkout } from './checkout.mjs';

const document = await describeApi();
await writeIfChanged(checkout.webTypes, await getApiTypes(document));
if (!process.argv.includes('--types')) {
  for (const [file, text] of Object.entries(await getWebLists(document)))
    await writeIfChanged(join(checkout.root, 'apps/web/src/api', file), text);
}

async function describeApi() {
  const { describeAdminApi } = await import('#admin');
  const { AppModule } = await import('../dist/apps/api/src/app.module.js');
  const { composeDocument } = await import('../dist/apps/api/src/reference/api-document.js');
  const gateway = AppModule.forRoot({ config: {}, logger: undefined, graceMs: 0 });
  const options = { preview: true, logger: false, abortOnError: false };
  const app = await NestFactory.create(gateway, new FastifyAdapter(), options);
  return composeDocument(await describeAdminApi(app), 'http://127.0.0.1:3000');
}

/** An unchanged file keeps its time, so that a running Vite does not reload. */
async function writeIfChanged(path, text) {
  const present = await readFile(path, 'utf8').catch(() => undefined);
  if (present !== text) await writeFile(path, text);
}
