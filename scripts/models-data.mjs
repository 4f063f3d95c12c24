/**
 * Writes libs/models/assets from the public data sets and from libs/models/vendor.
 *
 *   npm run models:data -- --models-dev api.json@2026-07-02 --litellm model_prices_and_context_window.json@2026-08-08
 *
 * Each argument has the date of its file. The same input gives the same files.
 */
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  LITELLM,
  MODELS_DEV,
  PUBLISHED_AT,
  buildCatalogue,
  providerModelsSchema,
  readLiteLlm,
  readModelsDev,
} from '#models';
import { checkout } from './checkout.mjs';
import { formatText } from './format-text.mjs';

const folder = join(checkout.root, 'libs/models');
const { values } = parseArgs({ options: { 'models-dev': { type: 'string' }, litellm: { type: 'string' } } });

const { files, disagreements } = buildCatalogue({
  modelsDev: { url: PUBLISHED_AT[MODELS_DEV], ...readDataSet('models-dev', readModelsDev) },
  liteLlm: { url: PUBLISHED_AT[LITELLM], ...readDataSet('litellm', readLiteLlm) },
  vendors: readdirSync(join(folder, 'vendor')).map((name) => readJson(join(folder, 'vendor', name))),
});

rmSync(join(folder, 'assets'), { recursive: true, force: true });
mkdirSync(join(folder, 'assets'));
for (const file of files) await write(`${file.provider}.json`, providerModelsSchema.parse(file) && file);
await write('disagreements.json', disagreements);
const models = files.reduce((sum, file) => sum + file.models.length, 0);
console.log(`${models} models of ${files.length} providers, ${disagreements.length} facts ignored.`);

function readDataSet(option, read) {
  const given = values[option];
  const [, path, asOf] = /^(.+)@(\d{4}-\d{2}-\d{2})$/.exec(given ?? '') ?? [];
  if (path === undefined)
    throw new Error(`--${option} must be a file and its date, such as data.json@2026-07-02`);
  return { asOf, models: read(readJson(path)) };
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

async function write(name, content) {
  const path = join(folder, 'assets', name);
  writeFileSync(path, await formatText(path, JSON.stringify(content)));
}
