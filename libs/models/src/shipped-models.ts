import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ProviderModels } from './model-facts.js';

const FOLDER = join('libs', 'models', 'assets');
/** A file in the folder that is not a provider. */
const DISAGREEMENTS = 'disagreements.json';

/** The models of this release. A test validates them, so that no start has to. */
export function readShippedModels(): ProviderModels[] {
  const folder = findFolder();
  const names = readdirSync(folder).filter((name) => name !== DISAGREEMENTS);
  return names
    .toSorted()
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as ProviderModels);
}

/** Replaces shipped providers by stored ones. */
export function overlayModels(
  shipped: readonly ProviderModels[],
  stored: readonly ProviderModels[],
): ProviderModels[] {
  const replaced = new Set(stored.map(({ provider }) => provider));
  return [...shipped.filter(({ provider }) => !replaced.has(provider)), ...stored];
}

/** Searches the parent folders, because a bundled program is in another place than its sources. */
function findFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, FOLDER)) && folder !== dirname(folder)) folder = dirname(folder);
  return join(folder, FOLDER);
}
