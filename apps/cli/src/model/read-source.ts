import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';

const MAX_BYTES = 32 * 2 ** 20;
const TIMEOUT_MS = 60_000;

export interface ReadSource {
  source: string;
  sha256: string;
  content: unknown;
}

/** A file, or what an https address answers, as JSON. Throws where it is not one of the hashes, if there are any. */
export async function readSource(source: string, hashes: readonly string[] | undefined): Promise<ReadSource> {
  const bytes = isAddress(source) ? await download(source) : await readLocal(source);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (hashes !== undefined && !hashes.some((hash) => hash.toLowerCase() === sha256)) {
    throw new CommandFailure(`${source} has the SHA-256 ${sha256}, which was not given.`, exitCodes.failure);
  }
  try {
    return { source, sha256, content: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
  } catch {
    throw new CommandFailure(`${source} is not JSON.`, exitCodes.usage);
  }
}

export function isAddress(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

async function readLocal(path: string): Promise<Uint8Array> {
  try {
    if ((await stat(path)).size > MAX_BYTES) throw tooLarge(path);
    return await readFile(path);
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    throw new CommandFailure(`${path} cannot be read.`, exitCodes.notFound);
  }
}

async function download(address: string): Promise<Uint8Array> {
  if (!/^https:/i.test(address)) {
    throw new CommandFailure(`${address}: only https addresses are asked.`, exitCodes.usage);
  }
  try {
    const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok)
      throw new CommandFailure(`${address} answers ${response.status}.`, exitCodes.unreachable);
    return await readLimited(address, response);
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    throw new CommandFailure(`${address} does not answer.`, exitCodes.unreachable);
  }
}

async function readLimited(address: string, { body }: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > MAX_BYTES) throw tooLarge(address);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(source: string): CommandFailure {
  return new CommandFailure(`${source} is larger than ${MAX_BYTES / 2 ** 20} MiB.`, exitCodes.usage);
}
