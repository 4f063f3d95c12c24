import { GatewayError } from '#canonical';

/** What the config file declares would be as it says again at the next start: it is changed there. */
export function refuseFileEntry({ origin }: { origin: string }, what: string): void {
  if (origin === 'playground') {
    throw new GatewayError('wrong-state', `${what} is made by the gateway and cannot be changed.`, {
      code: 'read_only',
    });
  }
  if (origin !== 'file') return;
  throw new GatewayError('wrong-state', `${what} comes from the config file and can only be changed there.`, {
    code: 'read_only',
  });
}
