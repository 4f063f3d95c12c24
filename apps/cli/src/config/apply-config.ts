import { type IssuedToken } from '#access';
import { AuditLog } from '#audit';
import { type Config, readEnvironment } from '#config';
import { type Transaction, withSetupLock } from '#database';
import { type SecretBox } from '#secrets';
import { applyConfigFile } from '#setup';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { counted } from '../frame/format.js';
import { type Output } from '../frame/output.js';
import { type Column } from '../frame/table.js';
import { loadConfigOrFail } from '../installation-config.js';
import { type OpenedStorage, withStorage } from '../with-storage.js';
import { type EntryChange, changesBetween, takeInventory } from './inventory.js';
import { requireConfigFile } from './require-config-file.js';

export interface ApplyOptions {
  file: string | undefined;
  dryRun: boolean;
}

interface Applied {
  changes: EntryChange[];
  issued: IssuedToken[];
}

const COLUMNS: Column<EntryChange>[] = [
  { title: 'KIND', value: ({ kind }) => kind },
  { title: 'NAME', value: ({ name }) => name },
  { title: 'CHANGE', value: ({ change }) => change },
  { title: 'WHAT', value: ({ fields }) => fields.join(', ') },
];

/** Thrown to undo a transaction that was only to find out what it would do. */
class Undone extends Error {
  constructor(readonly applied: Applied) {
    super('undone');
  }
}

export async function applyConfig({ file, dryRun }: ApplyOptions, output: Output): Promise<void> {
  const { path } = requireConfigFile(file);
  const wanted = loadConfigOrFail({ ...readEnvironment(), MODELGATE_CONFIG: path }).file;
  if (wanted === undefined) throw new CommandFailure(`${path} cannot be read`, exitCodes.config);
  const { changes, issued } = await withStorage(
    (line) => output.note(line),
    (storage) => apply(storage, wanted, dryRun),
  );
  output.result({ dry_run: dryRun, changes, issued_tokens: dryRun ? [] : issued }, () =>
    describe(changes, dryRun ? [] : issued, { dryRun, output }),
  );
}

/** All of it or nothing, and no start of a process in between. */
async function apply(
  { dataSource, secretBox }: OpenedStorage,
  wanted: NonNullable<Config['file']>,
  dryRun: boolean,
): Promise<Applied> {
  try {
    return await withSetupLock(dataSource, () =>
      dataSource.transaction(async (transaction) => {
        const applied = await applyWithin(transaction, wanted, secretBox);
        if (dryRun) throw new Undone(applied);
        if (applied.changes.length > 0)
          await writeDown(new AuditLog(dataSource), transaction, applied.changes);
        return applied;
      }),
    );
  } catch (error) {
    if (error instanceof Undone) return error.applied;
    throw error;
  }
}

async function applyWithin(
  transaction: Transaction,
  wanted: NonNullable<Config['file']>,
  secretBox: SecretBox,
): Promise<Applied> {
  const before = await takeInventory(transaction, secretBox);
  const issued = await applyConfigFile(transaction, wanted, secretBox);
  return { issued, changes: changesBetween(before, await takeInventory(transaction, secretBox)) };
}

async function writeDown(log: AuditLog, transaction: Transaction, changes: EntryChange[]): Promise<void> {
  const named = changes.map(({ kind, name, change }) => `${kind} ${name}: ${change}`);
  await log.append(transaction, {
    actor: { kind: 'operator', id: 'operator', name: 'operator' },
    action: 'config.apply',
    subject: { type: 'config', id: 'file' },
    changes: { entries: { from: null, to: named } },
  });
}

function describe(
  changes: readonly EntryChange[],
  issued: readonly IssuedToken[],
  { dryRun, output }: { dryRun: boolean; output: Output },
): string[] {
  if (changes.length === 0) return ['Everything is as the file says; nothing was changed.'];
  const keys = issued.map(({ name, key }) => `The key of ${name}, which is shown only now: ${key}`);
  const count = counted(changes.length, 'entry', 'entries');
  return [
    ...output.table(COLUMNS, changes),
    '',
    ...keys,
    dryRun
      ? `${count} would change; nothing was changed.`
      : `${count} changed. Running processes know within a second.`,
  ];
}
