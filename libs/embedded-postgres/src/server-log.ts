import { closeSync, constants, fchownSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerUser } from './server-user.js';

const maximumBytes = 10 * 1024 * 1024;
const maximumExcerptBytes = 64 * 1024;

/** The log file of the server. It is appended to, but truncated at a start if it is too large. */
export class ServerLog {
  readonly descriptor: number;
  private readonly startOffset: number;

  constructor(clusterDir: string, user: ServerUser | undefined) {
    // The server's user owns the folder, so as root we must not follow a link in it.
    const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;
    this.descriptor = openSync(join(clusterDir, 'server.log'), flags, 0o600);
    if (user) fchownSync(this.descriptor, user.uid, user.gid);
    if (fstatSync(this.descriptor).size > maximumBytes) ftruncateSync(this.descriptor, 0);
    this.startOffset = fstatSync(this.descriptor).size;
  }

  /** The output of the server since this start. */
  read(): string {
    const buffer = Buffer.alloc(maximumExcerptBytes);
    const length = readSync(this.descriptor, buffer, 0, maximumExcerptBytes, this.startOffset);
    return buffer.toString('utf8', 0, length);
  }

  close(): void {
    closeSync(this.descriptor);
  }
}
