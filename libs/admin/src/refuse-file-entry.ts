import { GatewayError } from '#canonical';

/**
 * Throws for entries of the config file, because the next start would undo changes of them. `subject` begins the error
 * message.
 */
export function refuseFileEntry({ origin }: { origin: string }, subject: string): void {
  if (origin === 'playground') {
    throw new GatewayError('wrong-state', `${subject} is managed by the gateway and cannot be changed.`, {
      code: 'read_only',
    });
  }
  if (origin !== 'file') return;
  throw new GatewayError(
    'wrong-state',
    `${subject} is defined in the config file and can only be changed there.`,
    {
      code: 'read_only',
    },
  );
}
