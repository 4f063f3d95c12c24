import { text } from 'node:stream/consumers';
import { withoutTrailing } from '#canonical';
import { CommandFailure } from './command-failure.js';
import { exitCodes } from './exit-codes.js';

/** Reads piped input without its final line break. Fails on a terminal, because it would show the typed secret. */
export async function readSecret(option: string, stream: NodeJS.ReadStream = process.stdin): Promise<string> {
  if (stream.isTTY) {
    throw new CommandFailure(`${option} requires piped input, such as from a file.`, exitCodes.usage);
  }
  const secret = withoutTrailing(await text(stream), '\r\n');
  if (secret === '') throw new CommandFailure(`${option}: stdin is empty.`, exitCodes.usage);
  return secret;
}
