import { text } from 'node:stream/consumers';
import { withoutTrailing } from '#canonical';
import { CommandFailure } from './command-failure.js';
import { exitCodes } from './exit-codes.js';

/** What was piped in, without the end of its last line. What is typed at a terminal would be there to see. */
export async function readSecret(option: string, stream: NodeJS.ReadStream = process.stdin): Promise<string> {
  if (stream.isTTY) {
    throw new CommandFailure(`${option} takes what is piped in, such as from a file.`, exitCodes.usage);
  }
  const secret = withoutTrailing(await text(stream), '\r\n');
  if (secret === '') throw new CommandFailure(`${option}: nothing came on stdin.`, exitCodes.usage);
  return secret;
}
