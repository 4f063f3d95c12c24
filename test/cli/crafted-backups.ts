import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

interface CraftedFile {
  file: string;
  bytes: number;
  sha256: string;
}

interface CraftedManifest {
  tables: CraftedFile[];
  files: CraftedFile & { count: number };
}

/** A copy of a real backup that is changed, and then made consistent again: every checksum in it is correct. */
export interface Craft {
  folder: string;
  manifest: CraftedManifest;
  /** The lines of `files.jsonl`. */
  lines: string[];
  /** Writes a file and lists it. */
  add: (file: string, content?: string) => void;
}

export interface CraftedBackup {
  what: string;
  change: (craft: Craft) => void;
  refusal: RegExp;
}

const TERABYTE = 2 ** 40;

export const CRAFTED_BACKUPS: readonly CraftedBackup[] = [
  {
    what: 'settings for the embedded database',
    change: ({ add }) => add('postgres/postgresql.auto.conf', "archive_command = 'touch /tmp/hacked'\n"),
    refusal: /lists "postgres\/postgresql\.auto\.conf", which is not a valid backup file/,
  },
  {
    what: 'the lock of the data folder',
    change: ({ add }) => add('supervisor.json', '{}'),
    refusal: /lists "supervisor\.json"/,
  },
  {
    what: 'a path out of its folder',
    change: ({ add }) => add('usage/../postgres/postgresql.auto.conf'),
    refusal: /which is not a valid backup file/,
  },
  {
    what: 'an absolute path',
    change: ({ lines }) => lines.push(JSON.stringify({ file: '/etc/hosts', bytes: 0, sha256: sha256('') })),
    refusal: /lists "\/etc\/hosts"/,
  },
  {
    what: 'a media file of an unknown name',
    change: ({ add }) => add('media/run.sh'),
    refusal: /lists "media\/run\.sh"/,
  },
  {
    what: 'a link in place of a file',
    change: ({ folder, lines }) => {
      symlinkSync('/etc/hostname', join(folder, 'usage', 'linked'));
      const content = readFileSync('/etc/hostname', 'utf8');
      lines.push(describe('usage/linked', content));
    },
    refusal: /usage\/linked is neither a file nor a folder/,
  },
  {
    what: 'a link in place of a folder',
    change: ({ folder }) => {
      renameSync(join(folder, 'media'), join(folder, 'elsewhere'));
      symlinkSync('elsewhere', join(folder, 'media'));
    },
    refusal: /media is neither a file nor a folder/,
  },
  {
    what: 'a pipe in place of a file',
    change: ({ folder, lines }) => {
      execFileSync('sh', ['-c', 'mkfifo "$0"', join(folder, 'usage', 'pipe')]);
      lines.push(describe('usage/pipe', ''));
    },
    refusal: /usage\/pipe is neither a file nor a folder/,
  },
  {
    what: 'a file of a terabyte',
    change: ({ folder, add, lines }) => {
      add('usage/large');
      lines.pop();
      truncateSync(join(folder, 'usage/large'), TERABYTE);
      lines.push(JSON.stringify({ file: 'usage/large', bytes: TERABYTE, sha256: sha256('') }));
    },
    refusal: /lists "usage\/large"/,
  },
  {
    what: 'a size that is not the one of the file',
    change: ({ add, lines }) => {
      add('usage/short', 'abc');
      lines.push((lines.pop() ?? '').replace('"bytes":3', '"bytes":2'));
    },
    refusal: /usage\/short is damaged/,
  },
  {
    what: 'a line that is not JSON',
    change: ({ lines }) => lines.push('{"file":'),
    refusal: /files\.jsonl has a line that cannot be read/,
  },
  {
    what: 'a line without an end',
    change: ({ lines }) => lines.push('x'.repeat(10_000_000)),
    refusal: /files\.jsonl has a line that cannot be read/,
  },
  {
    what: 'more files than the manifest says',
    change: ({ manifest, lines }) => {
      manifest.files.count = lines.length + 1;
    },
    refusal: /lists \d+ files, the manifest \d+/,
  },
  {
    what: 'a count of files beyond any',
    change: ({ manifest }) => {
      manifest.files.count = 1e12;
    },
    refusal: /files is invalid/,
  },
  {
    what: 'a table that is read from another file',
    change: ({ manifest }) => {
      const [first, second] = manifest.tables;
      if (first !== undefined && second !== undefined) first.file = second.file;
    },
    refusal: /tables is invalid/,
  },
];

/** Copies a backup, calls `change`, and writes the list and the manifest with correct checksums. */
export function craftBackup(from: string, folder: string, change: (craft: Craft) => void): void {
  cpSync(from, folder, { recursive: true });
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as CraftedManifest;
  const lines = readFileSync(join(folder, 'files.jsonl'), 'utf8').trimEnd().split('\n');
  const counted = manifest.files.count;
  const add = (file: string, content = ''): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
    lines.push(describe(file, content));
  };
  change({ folder, manifest, lines, add });
  const list = `${lines.join('\n')}\n`;
  writeFileSync(join(folder, 'files.jsonl'), list);
  const count = manifest.files.count === counted ? lines.length : manifest.files.count;
  manifest.files = { ...manifest.files, count, bytes: Buffer.byteLength(list), sha256: sha256(list) };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
}

function describe(file: string, content: string): string {
  return JSON.stringify({ file, bytes: Buffer.byteLength(content), sha256: sha256(content) });
}

function sha256(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}
