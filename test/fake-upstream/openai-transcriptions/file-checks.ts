import type { ReceivedForm } from '../bodies/received-form.js';
import { Refused } from '../refused.js';
import { missing } from '../value-checks.js';

const EXTENSIONS = ['flac', 'm4a', 'mp3', 'mp4', 'mpeg', 'mpga', 'oga', 'ogg', 'wav', 'webm'];

/** There is one file, and its extension names its type. */
export function checkFile({ files, fields }: ReceivedForm): void {
  const path = ['file'];
  if (fields.some(({ name }) => name === 'file')) {
    throw new Refused('expected a file, but got a string.', { path, code: 'invalid_type' });
  }
  const stranger = files.find(({ name }) => name !== 'file');
  if (stranger) throw new Refused('No such parameter.', { path: [stranger.name], code: 'unknown_parameter' });
  const [file, second] = files;
  if (!file) throw missing(path);
  if (second) throw new Refused('You provided several values.', { path, code: 'duplicate_parameter' });
  const extension = /\.([^.]+)$/.exec(file.filename)?.[1]?.toLowerCase();
  if (!extension || !EXTENSIONS.includes(extension)) {
    throw new Refused(`Invalid file format. Supported formats: ${EXTENSIONS.join(', ')}.`, { path });
  }
  if (file.sizeBytes === 0) throw new Refused('The audio file could not be decoded.', { path });
}
