import { installClients } from '../../scripts/installed-clients.mjs';

/** Installs the agents as pinned here, and says where they are, or why they cannot be had. */
export function installAgents() {
  return installClients('the agents', new URL('.', import.meta.url));
}
