import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  chownSync,
  closeSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { AuditLog } from '#audit';
import { type Config } from '#config';
import { type Database } from '#database';
import { KEY_FILE_CHECK_MS, SecretBox, fixedKeys } from '#secrets';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { type Output } from '../frame/output.js';
import { type Column } from '../frame/table.js';
import { type OpenedStorage, withStorage } from '../with-storage.js';
import { type Resealed, reseal } from './reseal.repository.js';
import { SEALED_COLUMNS } from './sealed-columns.js';

export interface RotateOptions {
  existing: boolean;
  dropFormer: boolean;
}

interface Outcome extends Resealed {
  table: string;
}

const KEY_BYTES = 32;

/** Long enough for every process to have looked at the file. */
const SETTLING_MS = 2.5 * KEY_FILE_CHECK_MS;

const COLUMNS: Column<Outcome>[] = [
  { title: 'TABLE', value: ({ table }) => table },
  { title: 'ENCRYPTED ANEW', value: ({ resealed }) => resealed, align: 'right' },
  { title: 'UNREADABLE', value: ({ unreadable }) => unreadable.length, align: 'right' },
];

/** Encrypts every stored secret with the current key, and answers the exit code. */
export async function rotateKeys(options: RotateOptions, output: Output): Promise<number> {
  return withStorage(
    (line) => output.note(line),
    async ({ config, dataSource }) => {
      const keys = options.existing ? getKeys(config) : await introduceKey(config, output);
      const tables = await resealAll(dataSource, new SecretBox(fixedKeys(...keys)), output);
      const unreadable = tables.flatMap((table) => table.unreadable);
      const formerKeys = dropFormer(config, keys, { options, unreadable });
      await writeDown(dataSource, { madeKey: !options.existing, tables, formerKeys });
      output.result({ tables, former_keys: formerKeys }, () => describe(tables, formerKeys, output));
      return unreadable.length === 0 ? exitCodes.success : exitCodes.failure;
    },
  );
}

function getKeys({ secretKey, formerSecretKeys }: OpenedStorage['config']): Uint8Array[] {
  return secretKey === undefined ? [] : [secretKey, ...formerSecretKeys];
}

/**
 * In two steps, so that no process ever meets something that it cannot open: all know the new key before the first
 * uses it, and all use it before the former one is searched for.
 */
async function introduceKey(config: Config, output: Output): Promise<Uint8Array[]> {
  const path = requireKeyFile(config);
  const [former = new Uint8Array(), ...older] = getKeys(config);
  const key = new Uint8Array(randomBytes(KEY_BYTES));
  writeKeyFile(path, [former, key, ...older]);
  output.note(`A new key is in ${path}. Waiting until every process knows it …`);
  await sleep(SETTLING_MS);
  writeKeyFile(path, [key, former, ...older]);
  output.note('Waiting until every process uses it …');
  await sleep(SETTLING_MS);
  return [key, former, ...older];
}

function requireKeyFile({ secretKeyFile }: Config): string {
  if (secretKeyFile !== undefined) return secretKeyFile;
  throw new CommandFailure(
    'A key in MODELGATE_SECRET_KEY cannot be exchanged from here: put it into a file and name that in ' +
      'MODELGATE_SECRET_KEY_FILE, or follow "Without a key file" in docs/command-line.md.',
    exitCodes.config,
  );
}

async function resealAll(database: Database, box: SecretBox, output: Output): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const column of SEALED_COLUMNS) {
    output.note(`Encrypting ${column.table} …`);
    outcomes.push({ table: column.table, ...(await reseal(database, box, column)) });
  }
  return outcomes;
}

interface Drop {
  options: RotateOptions;
  unreadable: readonly string[];
}

/** Answers how many former keys are left. */
function dropFormer(config: Config, [current, ...former]: readonly Uint8Array[], drop: Drop): number {
  if (!drop.options.dropFormer || current === undefined || drop.unreadable.length > 0) return former.length;
  writeKeyFile(requireKeyFile(config), [current]);
  return 0;
}

async function writeDown(
  database: Database,
  { madeKey, tables, formerKeys }: { madeKey: boolean; tables: readonly Outcome[]; formerKeys: number },
): Promise<void> {
  const resealed = tables.reduce((sum, table) => sum + table.resealed, 0);
  await database.transaction((transaction) =>
    new AuditLog(database).append(transaction, {
      actor: { kind: 'operator', id: 'operator', name: 'operator' },
      action: 'keys.rotate',
      subject: { type: 'secret-key', id: 'current' },
      changes: {
        made_key: { from: null, to: madeKey },
        encrypted_anew: { from: null, to: resealed },
        former_keys: { from: null, to: formerKeys },
      },
    }),
  );
}

function describe(tables: readonly Outcome[], formerKeys: number, output: Output): string[] {
  const unreadable = tables.flatMap((table) => table.unreadable).map((place) => `Unreadable: ${place}`);
  const kept = formerKeys === 1 ? '1 former key is' : `${formerKeys} former keys are`;
  const advice =
    'kept: webhooks are signed with it too, and links made with it still work. ' +
    '"modelgate keys rotate --existing --drop-former" ends that.';
  return [
    ...output.table(COLUMNS, tables),
    '',
    ...unreadable,
    formerKeys === 0 ? 'No former key is kept.' : `${kept} ${advice}`,
  ];
}

/** Puts the keys into the file, the current one first: whole and on disk, or not at all. Who may read it stays. */
function writeKeyFile(path: string, keys: readonly Uint8Array[]): void {
  const draft = `${path}.${process.pid}`;
  const lines = keys.map((key) => `${Buffer.from(key).toString('base64')}\n`);
  try {
    const { mode, uid, gid } = statSync(path);
    rmSync(draft, { force: true });
    const descriptor = openSync(draft, 'wx', mode & 0o777);
    try {
      writeFileSync(descriptor, lines.join(''));
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    if (process.getuid?.() === 0) chownSync(draft, uid, gid);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new CommandFailure(
      `${path} cannot be changed (${code}). Put a new key in front of the others there yourself, ` +
        'and run "modelgate keys rotate --existing" when every process has it.',
      exitCodes.failure,
    );
  }
}
