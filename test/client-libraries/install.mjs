import { findInstalledClients, installClients } from '../../scripts/installed-clients.mjs';

/** Separate because of the version of zod that they need. */
const FOLDERS = ['older', 'current'];

const toSource = (folder) => new URL(`${folder}/`, import.meta.url);

/** Installs the libraries at their pinned versions; returns the reason if they cannot be installed. */
export async function installLibraries() {
  for (const folder of FOLDERS) {
    const { reason } = await installClients(`${folder} client libraries`, toSource(folder));
    if (reason !== undefined) return reason;
  }
  return undefined;
}

export function areLibrariesInstalled() {
  return FOLDERS.every((folder) => findInstalledClients(toSource(folder)).isInstalled);
}

/** Imports a package of the folder. */
export async function loadLibrary(folder, name) {
  const { default: load } = await import(findInstalledClients(toSource(folder)).loader);
  return load(name);
}
