import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ProviderModels } from './model-facts.js';

const FOLDER = join('libs', 'models', 'assets');
/** What is in the folder beside the providers. */
const DISAGREEMENTS = 'disagreements.json';

/** The models that this release knows. A test holds them to their schema, so that no start has to. */
export function readShippedModels(): ProviderModels[] {
  const folder = findFolder();
  const names = readdirSync(folder).filter((name) => name !== DISAGREEMENTS);
  return names
    .toSorted()
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as ProviderModels);
}

/** What has been brought up to date takes the place of what was shipped, provider by provider. */
export function overlayModels(
  shipped: readonly ProviderModels[],
  stored: readonly ProviderModels[],
): ProviderModels[] {
  const replaced = new Set(stored.map(({ provider }) => provider));
  return [...shipped.filter(({ provider }) => !replaced.has(provider)), ...stored];
}

/** Looks upwards: a bundled program lies elsewhere than its sources. */
function findFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, FOLDER)) && folder !== dirname(folder)) folder = dirname(folder);
  return join(folder, FOLDER);
}
