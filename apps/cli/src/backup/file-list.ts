import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { FILE_LIST, MAX_FILES, isListedFile } from './contents.js';
import { type CheckedFile, isCheckedFile } from './manifest.js';

const MAX_LINE_BYTES = 4_096;
const MAX_SHOWN_NAME = 200;
const LINE_END = 0x0a;

/** Yields one line per file, so that the list is never completely in memory. */
export function toFileList(files: AsyncIterable<CheckedFile>, onFile: () => void): Readable {
  async function* lines(): AsyncGenerator<string> {
    let count = 0;
    for await (const file of files) {
      count += 1;
      if (count > MAX_FILES || !isListedFile(file.file, file.bytes)) throw notRestorable(file.file);
      onFile();
      yield `${JSON.stringify(file)}\n`;
    }
  }
  return Readable.from(lines(), { objectMode: false });
}

/** Reads the list. Throws at the first line that a backup cannot contain. */
export async function* readFileList(folder: string): AsyncGenerator<CheckedFile> {
  for await (const line of readLines(join(folder, FILE_LIST))) {
    const entry = line === undefined ? undefined : parseLine(line);
    if (entry === undefined) throw failure(`${join(folder, FILE_LIST)} has a line that cannot be read.`);
    if (!isListedFile(entry.file, entry.bytes)) throw notOfABackup(folder, entry.file);
    yield entry;
  }
}

function parseLine(line: Buffer): CheckedFile | undefined {
  try {
    const entry: unknown = JSON.parse(line.toString('utf8'));
    return isCheckedFile(entry) ? entry : undefined;
  } catch {
    return undefined;
  }
}

/** Yields undefined for a line that is too long, and then ends. */
async function* readLines(path: string): AsyncGenerator<Buffer | undefined> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = bytes.indexOf(LINE_END); end >= 0; end = bytes.indexOf(LINE_END, start)) {
      yield end - start > MAX_LINE_BYTES ? undefined : bytes.subarray(start, end);
      start = end + 1;
    }
    rest = bytes.subarray(start);
    if (rest.length > MAX_LINE_BYTES) return yield undefined;
  }
  if (rest.length > 0) yield rest;
}

function notOfABackup(folder: string, file: string): CommandFailure {
  const name = JSON.stringify(file.slice(0, MAX_SHOWN_NAME));
  return failure(
    `${join(folder, FILE_LIST)} lists ${name}, which is not a valid backup file. Nothing was restored.`,
  );
}

function notRestorable(file: string): CommandFailure {
  return failure(`${file} cannot be backed up: there are too many files, or it is too large.`);
}

function failure(message: string): CommandFailure {
  return new CommandFailure(message, exitCodes.failure);
}
