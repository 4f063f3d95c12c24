import { randomBytes } from 'node:crypto';
import { readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CONFIG, type Config } from '#config';
import { makeDurableFolder, syncFolder, writeNewFile } from '#database';
import { Inject, Injectable } from '@nestjs/common';
import { type Evidence } from './evidence.repository.js';
import { TaskSeals } from './task-seals.js';

const COMPLETE = '.json';
const UNFINISHED = '.part';
/** Unreadable files are kept for diagnosis. */
const UNREADABLE = '.unreadable';
const DAY_MS = 24 * 60 * 60 * 1000;
const RETENTION_MS = new Map([
  [UNFINISHED, DAY_MS],
  [UNREADABLE, 30 * DAY_MS],
]);

export interface ReplayResult {
  stored: number;
  /** The names of unreadable files, which were renamed. */
  unreadable: string[];
}

/**
 * Stores video ids from upstreams on the local disk until they are in the database. Each id has its own immutable file,
 * so several processes can share the folder.
 */
@Injectable()
export class EvidenceSpool {
  private readonly folder: string;
  private folderReady: Promise<unknown> | undefined;

  constructor(
    @Inject(CONFIG) { dataDir }: Pick<Config, 'dataDir'>,
    private readonly seals: TaskSeals,
  ) {
    this.folder = join(dataDir, 'submitted');
  }

  /** Resolves when the evidence is on disk, with a function that removes it after it was stored in the database. */
  async add(evidence: Evidence): Promise<() => Promise<void>> {
    this.folderReady ??= makeDurableFolder(this.folder);
    await this.folderReady;
    const name = `${evidence.taskId}-${randomBytes(6).toString('hex')}`;
    const path = join(this.folder, name);
    await writeNewFile(path + UNFINISHED, this.seals.sealFile(name, evidence));
    await rename(path + UNFINISHED, path + COMPLETE);
    await syncFolder(this.folder);
    return () => rm(path + COMPLETE, { force: true });
  }

  /** Passes the evidence of all processes to `store`, and removes it after that. */
  async replay(store: (evidence: Evidence) => Promise<void>): Promise<ReplayResult> {
    const names = await readdir(this.folder).catch((): string[] => []);
    const result: ReplayResult = { stored: 0, unreadable: [] };
    for (const name of names) {
      if (name.endsWith(COMPLETE)) await this.replayFile(name, store, result);
      else await this.removeIfOld(name);
    }
    return result;
  }

  private async replayFile(
    name: string,
    store: (evidence: Evidence) => Promise<void>,
    result: ReplayResult,
  ): Promise<void> {
    const path = join(this.folder, name);
    const bytes = await readFile(path).catch(() => undefined);
    // The process that wrote the file has stored the evidence meanwhile.
    if (bytes === undefined) return;
    const evidence = this.read(name.slice(0, -COMPLETE.length), bytes);
    if (evidence === undefined) {
      // A file that is damaged, or encrypted with a missing key, must not block the others.
      await rename(path, path.slice(0, -COMPLETE.length) + UNREADABLE);
      result.unreadable.push(name);
      return;
    }
    await store(evidence);
    await rm(path, { force: true });
    result.stored += 1;
  }

  private read(name: string, bytes: Buffer): Evidence | undefined {
    try {
      // Earlier versions wrote unencrypted JSON.
      if (bytes[0] === 0x7b) return JSON.parse(bytes.toString('utf8')) as Evidence;
      return this.seals.openFile<Evidence>(name, bytes);
    } catch {
      return undefined;
    }
  }

  /** Removes old files that are incomplete, because their process died, or unreadable. */
  private async removeIfOld(name: string): Promise<void> {
    const retentionMs = [...RETENTION_MS].find(([ending]) => name.endsWith(ending))?.[1];
    if (retentionMs === undefined) return;
    const path = join(this.folder, name);
    const status = await stat(path).catch(() => undefined);
    if (status !== undefined && Date.now() - status.mtimeMs > retentionMs) await rm(path, { force: true });
  }
}
