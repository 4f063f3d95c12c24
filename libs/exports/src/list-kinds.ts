import { type ExportSettings } from './destination.js';
import { EXPORT_KINDS, type ExportKind } from './export-feed.js';

/** The kinds of rows that an export delivers: contents only if it is configured to. */
export function listKinds({ content }: Pick<ExportSettings, 'content'>): readonly ExportKind[] {
  return EXPORT_KINDS.filter((kind) => kind === 'requests' || content);
}
