import { readdirSync, readlinkSync } from 'node:fs';

/** The files below a folder that this process has open, including removed ones. Empty on systems without `/proc`. */
export function listOpenFiles(folder: string): string[] {
  return listDescriptors()
    .map((descriptor) => toTarget(`/proc/self/fd/${descriptor}`))
    .filter((target) => target.startsWith(folder));
}

function listDescriptors(): string[] {
  try {
    return readdirSync('/proc/self/fd');
  } catch {
    return [];
  }
}

function toTarget(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    return '';
  }
}
