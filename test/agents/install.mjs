import { installClients } from '../../scripts/installed-clients.mjs';

/** Installs the agents at their pinned versions, and returns their paths, or why they cannot be installed. */
export function installAgents() {
  return installClients('the agents', new URL('.', import.meta.url));
}
