export function cutRelease(changelog: string, version: string, date: string): string;
export function readNotes(changelog: string, version: string): string;
