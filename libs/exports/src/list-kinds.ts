import { type ExportSettings } from './destination.js';
import { EXPORT_KINDS, type ExportKind } from './export-feed.js';

/** What an export is to deliver: contents only where it says so. */
export function listKinds({ content }: Pick<ExportSettings, 'content'>): readonly ExportKind[] {
  return EXPORT_KINDS.filter((kind) => kind === 'requests' || content);
}
