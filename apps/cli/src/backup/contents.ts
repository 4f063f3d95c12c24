import { parseMediaName } from '#media';

/**
 * The content of a backup. Backup and restore both use this declaration, so that a restore only writes files that a backup
 * can contain.
 */

/** The list of all files except the tables: one JSON object per line. */
export const FILE_LIST = 'files.jsonl';
export const MANIFEST = 'manifest.json';
export const DATABASE_FOLDER = 'database';
export const MEDIA_FOLDER = 'media';

/** The folder of the data folder with stored responses that are not in the database yet. */
export const RESPONSE_SPOOL = 'responses';
/** The same for usage of finished requests, and for the ids of videos that are being generated. */
export const OTHER_SPOOLS: readonly string[] = ['usage', 'submitted'];
const SPOOL_FOLDERS: readonly string[] = [RESPONSE_SPOOL, ...OTHER_SPOOLS];

/** All top-level names of a backup. */
export const BACKUP_PARTS: readonly string[] = [
  MANIFEST,
  FILE_LIST,
  DATABASE_FOLDER,
  MEDIA_FOLDER,
  ...SPOOL_FOLDERS,
];

/** Larger than any file of the gateway: a spool file has a few MB, a generated file at most 2 GB. */
const MAX_SPOOL_FILE_BYTES = 256 * 1024 * 1024;
const MAX_MEDIA_FILE_BYTES = 16 * 1024 * 1024 * 1024;
export const MAX_FILES = 50_000_000;

export function getTableFile(table: string): string {
  return `${DATABASE_FOLDER}/${table}.copy.gz`;
}

/** Whether a backup may list this file. */
export function isListedFile(file: string, bytes: number): boolean {
  const [folder = '', ...names] = file.split('/');
  if (folder === MEDIA_FOLDER) {
    const [name = ''] = names;
    return names.length === 1 && parseMediaName(name) !== undefined && bytes <= MAX_MEDIA_FILE_BYTES;
  }
  return SPOOL_FOLDERS.includes(folder) && hasPlainNames(names) && bytes <= MAX_SPOOL_FILE_BYTES;
}

/** Whether the path is one name, or a folder and a name, and cannot lead out of its folder. */
function hasPlainNames(names: readonly string[]): boolean {
  if (names.length < 1 || names.length > 2) return false;
  return names.every((name) => /^[\w@-][\w.@-]{0,127}$/.test(name));
}
