import { createHash, randomBytes } from 'node:crypto';
import { readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type JsonObject } from '#canonical';
import { CONFIG, type Config } from '#config';
import { makeDurableFolder, syncFolder, writeNewFile } from '#database';
import { encodeLargeJson } from '#json-scan';
import { type ByteHold } from '#limits';
import { type StorageAmount } from '#quotas';
import { SecretBox } from '#secrets';
import { Inject, Injectable } from '@nestjs/common';
import { parseHeld } from './parse-held.js';
import { type StoredResponse, type StoredTimes } from './stored-response.js';

const FINISHED_SUFFIX = '.response';
const PARTIAL_SUFFIX = '.part';
/** A file that cannot be read, or that the database rejects, is preserved for an operator. */
const UNREADABLE_SUFFIX = '.unreadable';
const DAY_MS = 24 * 60 * 60 * 1000;
const RETENTION_MS = new Map([
  [PARTIAL_SUFFIX, DAY_MS],
  [UNREADABLE_SUFFIX, 30 * DAY_MS],
]);

/**
 * The limit of responses on disk while the database is unavailable. Further ones are not stored, which the response
 * reports.
 */
const MAX_FILES: StorageAmount = { items: 20_000, bytes: 2 ** 30 };

export interface SpooledResponse extends StoredTimes {
  owner: string;
  stored: StoredResponse;
}

interface SpoolFile {
  sizeBytes: number;
  /** Undefined for files of other processes. */
  owner: string | undefined;
}

export class SpoolFull extends Error {
  override readonly name = 'SpoolFull';
}

/**
 * Responses on disk that are not in the database yet. Each is an encrypted file that never changes, so any number of
 * processes can share the folder, and each of them can move a file to the database.
 */
@Injectable()
export class ResponseSpool {
  /** The files at the last listing, and those that this process has added since. */
  private readonly files = new Map<string, SpoolFile>();
  private isReady: Promise<void> | undefined;

  /** Called after each added response. */
  onAdded: () => void = () => undefined;

  private readonly folder: string;

  constructor(
    @Inject(CONFIG) { dataDir }: Config,
    private readonly secretBox: SecretBox,
  ) {
    this.folder = join(dataDir, 'responses');
  }

  /** The number of responses that are not in the database yet. */
  get size(): number {
    return this.files.size;
  }

  /** Resolves when the response is on disk. Throws if a limit is exceeded or writing fails. */
  async add(owner: string, stored: StoredResponse, times: StoredTimes, quota: StorageAmount): Promise<void> {
    const name = getName(owner, stored.id);
    const sealed = await this.seal(name, owner, stored, times);
    this.requireRoom(owner, sealed.length, quota);
    const before = this.files.get(name);
    this.files.set(name, { sizeBytes: sealed.length, owner });
    try {
      await this.write(name, sealed);
    } catch (error) {
      if (before === undefined) this.files.delete(name);
      throw error;
    }
    this.onAdded();
  }

  /** The size of a response on disk. Undefined if it is not on disk. */
  async findSize(owner: string, id: string): Promise<number | undefined> {
    const found = await ignoreAbsence(stat(this.getPath(getName(owner, id))));
    return found?.size;
  }

  /** Undefined if it is not or no longer on disk. */
  async read(owner: string, id: string, hold: ByteHold): Promise<SpooledResponse | undefined> {
    return this.readFile(getName(owner, id), hold);
  }

  /** Returns whether it existed. */
  async remove(owner: string, id: string): Promise<boolean> {
    const name = getName(owner, id);
    const size = await this.findSize(owner, id);
    await this.removeFile(name);
    return size !== undefined;
  }

  /** Lists all files, including those of other processes, and removes old leftovers. */
  async list(): Promise<string[]> {
    const entries = (await ignoreAbsence(readdir(this.folder))) ?? [];
    const names = entries
      .filter((name) => name.endsWith(FINISHED_SUFFIX))
      .map((name) => name.slice(0, -FINISHED_SUFFIX.length));
    const present = new Set(names);
    for (const knownName of this.files.keys()) if (!present.has(knownName)) this.files.delete(knownName);
    for (const name of names) await this.addFile(name);
    for (const entry of entries) await this.removeIfOld(entry);
    return names;
  }

  getSize(name: string): number {
    return this.files.get(name)?.sizeBytes ?? 0;
  }

  async hasFile(name: string): Promise<boolean> {
    return (await ignoreAbsence(stat(this.getPath(name)))) !== undefined;
  }

  async readFile(name: string, hold?: ByteHold): Promise<SpooledResponse | undefined> {
    const sealed = await ignoreAbsence(readFile(this.getPath(name)));
    if (sealed === undefined) return undefined;
    const opened = await this.secretBox.openLarge(sealed, getSealContext(name));
    return toSpooled(await parseHeld(opened, hold));
  }

  async removeFile(name: string): Promise<void> {
    await rm(this.getPath(name), { force: true });
    this.files.delete(name);
  }

  async moveAside(name: string): Promise<void> {
    await ignoreAbsence(rename(this.getPath(name), join(this.folder, name + UNREADABLE_SUFFIX)));
    this.files.delete(name);
  }

  private async seal(
    name: string,
    owner: string,
    { id, previousId, input, response }: StoredResponse,
    { createdAt, expiresAt }: StoredTimes,
  ): Promise<Buffer> {
    const times = { createdAtMs: createdAt.getTime(), expiresAtMs: expiresAt.getTime() };
    const content = await encodeLargeJson({
      owner,
      id,
      previousId: previousId ?? null,
      ...times,
      input,
      response,
    });
    return this.secretBox.sealLarge(content, getSealContext(name));
  }

  private requireRoom(owner: string, bytes: number, quota: StorageAmount): void {
    const all = { items: 1, bytes };
    const own = { items: 1, bytes };
    for (const file of this.files.values()) {
      addTo(all, file);
      if (file.owner === owner) addTo(own, file);
    }
    if (!isWithin(all, MAX_FILES) || !isWithin(own, quota)) {
      throw new SpoolFull('too many responses are waiting for the database');
    }
  }

  private async write(name: string, sealed: Buffer): Promise<void> {
    this.isReady ??= makeDurableFolder(this.folder).catch((error: unknown) => {
      this.isReady = undefined;
      throw error;
    });
    await this.isReady;
    const draft = join(this.folder, `${name}-${randomBytes(6).toString('hex')}${PARTIAL_SUFFIX}`);
    try {
      await writeNewFile(draft, sealed);
      await rename(draft, this.getPath(name));
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined);
      throw error;
    }
    await syncFolder(this.folder);
  }

  private async addFile(name: string): Promise<void> {
    if (this.files.has(name)) return;
    const found = await ignoreAbsence(stat(this.getPath(name)));
    if (found !== undefined) this.files.set(name, { sizeBytes: found.size, owner: undefined });
  }

  private async removeIfOld(entry: string): Promise<void> {
    const retentionMs = [...RETENTION_MS].find(([ending]) => entry.endsWith(ending))?.[1];
    if (retentionMs === undefined) return;
    const path = join(this.folder, entry);
    const found = await ignoreAbsence(stat(path));
    if (found !== undefined && Date.now() - found.mtimeMs > retentionMs) await rm(path, { force: true });
  }

  private getPath(name: string): string {
    return join(this.folder, name + FINISHED_SUFFIX);
  }
}

function addTo(amount: StorageAmount, { sizeBytes }: SpoolFile): void {
  amount.items += 1;
  amount.bytes += sizeBytes;
}

function isWithin(amount: StorageAmount, limit: StorageAmount): boolean {
  return amount.items <= limit.items && amount.bytes <= limit.bytes;
}

/** Does not reveal the owner, and is a safe file name for every id. */
function getName(owner: string, id: string): string {
  return createHash('sha256').update(`${owner}\0${id}`).digest('hex');
}

function getSealContext(name: string): string {
  return `responses/${name}`;
}

function toSpooled(content: JsonObject): SpooledResponse {
  const { owner, id, previousId, createdAtMs, expiresAtMs, input, response } = content as unknown as {
    owner: string;
    id: string;
    previousId: string | null;
    createdAtMs: number;
    expiresAtMs: number;
    input: JsonObject[];
    response: JsonObject;
  };
  return {
    owner,
    stored: { id, previousId: previousId ?? undefined, input, response },
    createdAt: new Date(createdAtMs),
    expiresAt: new Date(expiresAtMs),
  };
}

/** Returns undefined if the path does not exist. */
async function ignoreAbsence<Found>(operation: Promise<Found>): Promise<Found | undefined> {
  try {
    return await operation;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}
