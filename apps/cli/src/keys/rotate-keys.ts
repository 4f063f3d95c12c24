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
import { type ResealResult, reseal } from './reseal.js';
import { SEALED_COLUMNS } from './sealed-columns.js';
import { findWaitingResponses } from './waiting-responses.js';

export interface RotateOptions {
  existing: boolean;
  dropFormer: boolean;
}

interface Outcome extends ResealResult {
  table: string;
}

const KEY_BYTES = 32;

/** Long enough for every process to check the key file. */
const KEY_RELOAD_WAIT_MS = 2.5 * KEY_FILE_CHECK_MS;

const WAITING_ADVICE =
  'Former keys are kept: these responses may be encrypted with one of them. Run this command again when the gateway has ' +
  'stored them. It announces them while it runs; a machine that is stopped may have more in its data folder.';

const COLUMNS: Column<Outcome>[] = [
  { title: 'TABLE', value: ({ table }) => table },
  { title: 'RE-ENCRYPTED', value: ({ resealed }) => resealed, align: 'right' },
  { title: 'UNREADABLE', value: ({ unreadable }) => unreadable.length, align: 'right' },
];

/** Encrypts every stored secret with the current key. Resolves to the exit code. */
export async function rotateKeys(options: RotateOptions, output: Output): Promise<number> {
  return withStorage(
    (line) => output.note(line),
    async ({ config, dataSource }) => {
      const keys = options.existing ? getKeys(config) : await introduceKey(config, output);
      const tables = await resealAll(dataSource, new SecretBox(fixedKeys(...keys)), output);
      const unreadable = tables.flatMap((table) => table.unreadable);
      // Files on disk are not re-encrypted: they are stored in the database soon after it is available again.
      const waiting = options.dropFormer ? await findWaitingResponses(config.dataDir, dataSource) : [];
      const canDrop = unreadable.length === 0 && waiting.length === 0;
      const formerKeys = dropFormer(config, keys, options.dropFormer && canDrop);
      await recordRotation(dataSource, { madeKey: !options.existing, tables, formerKeys });
      const result = { tables, former_keys: formerKeys, waiting_responses: waiting };
      output.result(result, () => describe(result, output));
      return canDrop ? exitCodes.success : exitCodes.failure;
    },
  );
}

function getKeys({ secretKey, formerSecretKeys }: OpenedStorage['config']): Uint8Array[] {
  return secretKey === undefined ? [] : [secretKey, ...formerSecretKeys];
}

/**
 * Works in two steps so that every process can always open every value: all processes load the new key before any of
 * them uses it, and all use it before the stored values are searched for the former key.
 */
async function introduceKey(config: Config, output: Output): Promise<Uint8Array[]> {
  const path = requireKeyFile(config);
  const [former = new Uint8Array(), ...older] = getKeys(config);
  const key = new Uint8Array(randomBytes(KEY_BYTES));
  writeKeyFile(path, [former, key, ...older]);
  output.note(`Added a new key to ${path}. Waiting until every process has loaded it …`);
  await sleep(KEY_RELOAD_WAIT_MS);
  writeKeyFile(path, [key, former, ...older]);
  output.note('Waiting until every process uses it …');
  await sleep(KEY_RELOAD_WAIT_MS);
  return [key, former, ...older];
}

function requireKeyFile({ secretKeyFile }: Config): string {
  if (secretKeyFile !== undefined) return secretKeyFile;
  throw new CommandFailure(
    'A key in MODELGATE_SECRET_KEY cannot be replaced by this command. Put it into a file and set ' +
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

/** Returns the number of remaining former keys. */
function dropFormer(config: Config, [current, ...former]: readonly Uint8Array[], isDropped: boolean): number {
  if (!isDropped || current === undefined) return former.length;
  writeKeyFile(requireKeyFile(config), [current]);
  return 0;
}

async function recordRotation(
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

interface Result {
  tables: readonly Outcome[];
  former_keys: number;
  waiting_responses: readonly string[];
}

function describe(
  { tables, former_keys: formerKeys, waiting_responses: waiting }: Result,
  output: Output,
): string[] {
  const unreadable = tables.flatMap((table) => table.unreadable).map((context) => `Unreadable: ${context}`);
  const remaining = formerKeys === 1 ? '1 former key is' : `${formerKeys} former keys are`;
  const advice =
    'still in use: webhooks are also signed with it, and links created with it stay valid. ' +
    'Run "modelgate keys rotate --existing --drop-former" to remove it.';
  return [
    ...output.table(COLUMNS, tables),
    '',
    ...unreadable,
    ...waiting.map((place) => `Not in the database yet: responses on the disk of ${place}.`),
    ...(waiting.length > 0 ? [WAITING_ADVICE] : []),
    formerKeys === 0 ? 'No former keys are in use.' : `${remaining} ${advice}`,
  ];
}

/** Writes the keys to the file, the current key first. The write is atomic and keeps mode and owner of the file. */
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
      `${path} is not writable (${code}). Add a new key as the first line of the file, ` +
        'then run "modelgate keys rotate --existing" when every process has loaded it.',
      exitCodes.failure,
    );
  }
}
