import { type Config } from '#config';
import { HttpTransport } from '#egress';
import { type MoveReport, createMediaPlaces, moveMedia } from '#media';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { type Output } from '../frame/output.js';
import { type Column } from '../frame/table.js';
import { type OpenedStorage, withStorage } from '../with-storage.js';

const MB = 1024 * 1024;
const FILES_PER_NOTE = 100;

type Kind = 's3' | 'folder';

const COLUMNS: Column<MoveReport['failed'][number]>[] = [
  { title: 'FILE', value: ({ file }) => file },
  { title: 'REASON', value: ({ reason }) => reason },
];

/** Moves all files. Resolves to the exit code, which is a failure if a file was not moved. */
export async function runMediaMove({ to }: { to: Kind | undefined }, output: Output): Promise<number> {
  return withStorage(
    (line) => output.note(line),
    async (storage) => {
      const kind = to ?? requireStore(storage.config);
      const report = await move(storage, kind, output);
      if (report === undefined) {
        throw new CommandFailure('Another process is already moving files.', exitCodes.failure);
      }
      const { files, bytes, failed } = report;
      output.result({ to: kind, files, bytes, failed }, () => describe(report, kind, output));
      return failed.length === 0 ? exitCodes.success : exitCodes.failure;
    },
  );
}

function requireStore({ file }: Config): Kind {
  if (file?.media?.s3 !== undefined) return file.media.store;
  throw new CommandFailure(
    'media.s3 is not set in the config file. It describes the bucket to move files to or from.',
    exitCodes.config,
  );
}

async function move(
  { config, dataSource }: OpenedStorage,
  kind: Kind,
  output: Output,
): Promise<MoveReport | undefined> {
  requireStore(config);
  const http = new HttpTransport();
  try {
    const places = createMediaPlaces({ config, transport: http.send });
    const to = places.find((place) => place.kind === kind);
    const from = places.find((place) => place.kind !== kind);
    if (to === undefined || from === undefined) throw new Error('both media stores must exist');
    for (const place of [to, from]) {
      const problem = await place.findTrouble();
      if (problem !== undefined) throw new CommandFailure(problem, exitCodes.unreachable);
    }
    return await moveMedia({
      database: dataSource,
      from,
      to,
      onMoved: ({ files }) => {
        if (files % FILES_PER_NOTE === 0) output.note(`Moved ${files} files …`);
      },
    });
  } finally {
    await http.close();
  }
}

function describe({ files, bytes, failed, isGivenUp }: MoveReport, kind: Kind, output: Output): string[] {
  const moved = `Moved ${files} ${files === 1 ? 'file' : 'files'} (${(bytes / MB).toFixed(1)} MB) to ${kind === 's3' ? 'the bucket' : 'the data folder'}.`;
  if (failed.length === 0) return [moved];
  const advice = isGivenUp
    ? 'Stopped after too many errors. Files that were not moved are unchanged. Run the command again later.'
    : 'These files were not moved. Run the command again later.';
  return [...output.table(COLUMNS, failed), '', moved, advice];
}
